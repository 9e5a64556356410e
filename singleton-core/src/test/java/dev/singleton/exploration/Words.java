package dev.singleton.exploration;

import dev.singleton.exploration.Content.Letter;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.KeyEntry;

/** Letters in words, as they arrive. */
final class Words {

    private Words() {}

    static String of(Letter letter) {
        String from = Cast.name(letter.from());
        String to = Cast.name(letter.to());
        Content content = letter.content();
        if (content instanceof Content.Says says) {
            return to + " hears from " + from + ": " + of(says.frame());
        } else if (content instanceof Content.Refuses refuses) {
            return to + " gets back from " + from + ", where no node is open: " + of(refuses.frame());
        } else if (content instanceof Content.AsksForLease asks) {
            return to + " is asked for the lease by " + from + number(asks.ask());
        } else if (content instanceof Content.GivesLeaseBack back) {
            return to + " gets the lease back from " + from + number(back.ask());
        } else if (content instanceof Content.Grants grants) {
            return to + " hears that it is granted the lease" + number(grants.ask());
        } else if (content instanceof Content.Denies denies) {
            return to + " hears that it is denied the lease" + number(denies.ask());
        } else if (content instanceof Content.TookBack back) {
            return to + " hears that its release is through" + number(back.ask());
        }
        return to + " gets from " + from + ": " + content;
    }

    private static String number(long ask) {
        return " (question " + (ask & (1 << LeaseSeat.ATTEMPTS) - 1) + ")";
    }

    private static String of(Frame frame) {
        if (frame instanceof Frame.StandDown asked) {
            return "stand down" + round(asked.round());
        } else if (frame instanceof Frame.Confirm confirm) {
            return "confirmed" + round(confirm.round());
        } else if (frame instanceof Frame.StillStopping stopping) {
            return "still stopping" + round(stopping.round());
        } else if (frame instanceof Frame.Decline decline) {
            return "no" + round(decline.round()) + ", for " + decline.reason();
        } else if (frame instanceof Frame.Announced known) {
            return known.version() < 0 ? "are you there? say everything" : "I know your version " + known.version();
        } else if (frame instanceof Frame.Announce announce) {
            return of(announce);
        }
        return frame.toString();
    }

    private static String of(Frame.Announce announce) {
        StringBuilder text = new StringBuilder("I am ").append(announce.status());
        for (KeyEntry entry : announce.entries()) {
            text.append(", ").append(entry.stance()).append(entry.hosting() ? ", and host" : ", and do not host");
        }
        return text.append(" (version ")
                        .append(announce.version())
                        .append(" after ")
                        .append(announce.base())
                + (announce.incarnation() > 1 ? ", life " + announce.incarnation() + ")" : ")");
    }

    /** Rounds begin anew with each life. */
    private static String round(long number) {
        return " (round " + (number & (1 << 20) - 1) + ")";
    }
}
