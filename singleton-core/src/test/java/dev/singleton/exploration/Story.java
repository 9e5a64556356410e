package dev.singleton.exploration;

import dev.singleton.manager.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What happened, one line for each move. */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Story {

    private final Roster roster;
    private final List<String> lines = new ArrayList<>();
    private int length;
    private boolean over;

    Story(Roster roster) {
        this.roster = roster;
    }

    /** How many moves led to what was found. */
    int length() {
        return length;
    }

    /** What follows is not of the way there any more. */
    void say(String line) {
        over = true;
        lines.add(line);
    }

    void add(Move move, int who, int argument, Optional<String> broken) {
        length += over ? 0 : 1;
        lines.add(describe(move, Cast.name(who), argument)
                + broken.map(promise -> "   <-- " + promise).orElse(""));
    }

    private String describe(Move move, String name, int argument) {
        return switch (move) {
            case JOINS -> name + " joins " + Cast.names(argument);
            case SEES -> name + " sees the members " + Cast.names(argument);
            case GETS -> arrives(argument);
            case GETS_TWICE -> arrives(argument) + " (and once more later)";
            case REFUSES -> arrives(argument) + " (no node is open there)";
            case LOSES -> arrives(argument) + " IS LOST";
            case ARBITER_GETS -> arrives(argument);
            case ARBITER_DENIES -> arrives(argument) + ", and is denied it";
            case ARBITER_FORGETS -> "the arbiter takes the lease of " + name + " for run out";
            case FIRES -> "the timer " + Timer.values()[argument] + " of " + name + " fires";
            case RESENDS -> name + " announces once more what was not acknowledged";
            case BEGINS -> name + " has a thread for its instance";
            case STARTED -> "the instance on " + name + " has started";
            case FAILED -> "the instance on " + name + " could not be made";
            case STOPPED -> "the instance on " + name + " has stopped";
            case DIED -> "the instance on " + name + " dies";
            case VANISHES -> "postStop of the instance on " + name + " is over";
            case MAY_LEASE -> name + " is granted leases from now on";
            case EXPIRES -> "the lease of " + name + " runs out by its own clock";
            case HEARS_OF_LOSS -> name + " hears that its lease is lost";
            case UNANSWERED -> name + " has waited long enough for the arbiter";
            case GIVEN_UP -> name + " hears that its attempt is over";
            case RELEASE_UNANSWERED -> name + " has waited long enough for the answer to its release";
            case CRASHES -> name + " CRASHES";
            case IS_REMOVED -> name + " is removed from the list of members";
            default -> name + " " + move.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    private String arrives(int letter) {
        return Words.of(roster.letter(letter));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(String.format(Locale.ROOT, "%4d  %s%n", i + 1, lines.get(i)));
        }
        return text.toString();
    }
}
