package dev.singleton.it;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * One fault of a plan.
 *
 * @param after from the begin of its episode
 * @param lasts until it is made good
 * @param who is hit; at a partition the smaller side, at a one-way cut who is not heard any more
 * @param others the other side, where there is one; at a crash in a hand-over who is killed
 * @param amount times that a link flaps, milliseconds that a link is slow or that lie between two kills or between a stop
 *     and a crash, per cent that get lost
 */
record Fault(FaultKind kind, Duration after, Duration lasts, List<String> who, List<String> others, int amount) {

    Fault {
        who = List.copyOf(who);
        others = List.copyOf(others);
    }

    Duration end() {
        return after.plus(lasts);
    }

    @Override
    public String toString() {
        String names = String.join(" ", who);
        String what = switch (kind) {
            case LEAVE -> names + " leaves";
            case OPT_OUT -> names + " stops the singleton for itself";
            case RESTART -> names + " asks for a restart";
            case KILL -> "kill " + names;
            case TWO_KILLS -> "kill " + who.get(0) + ", and after " + amount + " ms " + who.get(1);
            case CRASH_IN_HAND_OVER ->
                names + " stops the singleton for itself, and after " + amount + " ms kill " + others.get(0);
            case PAUSE -> "pause " + names;
            case PARTITION -> "cut " + names + " | " + String.join(" ", others);
            case ONE_WAY -> "cut " + names + " -> " + others.get(0);
            case FLAP -> "cut " + names + " off and join it, " + amount + " times";
            case SLOW -> "slow " + names + " - " + others.get(0) + " by " + amount + " ms";
            case DROP -> "lose " + amount + " % between " + names + " and " + others.get(0);
        };
        String length = lasts.isZero() ? "" : String.format(Locale.ROOT, ", for %.1f s", lasts.toMillis() / 1e3);
        return what + length;
    }
}
