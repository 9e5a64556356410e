package dev.singleton.lease.cp;

import dev.singleton.lease.cp.Contact.Obstacle;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the forming of the CP Subsystem gets on. It forms once, of the first members that have it in their configuration; where
 * one of the first has not, or members are exchanged meanwhile, it never does. The healer's thread only.
 */
final class Forming {

    /** Once all are there it takes a second or two. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final int needed;
    private @Nullable Long completeSince;

    Forming(int needed) {
        this.needed = needed;
    }

    /** The CP Subsystem has formed: should it have to once more, as after a reset, the patience begins anew. */
    void over() {
        completeSince = null;
    }

    /**
     * @param here how many members there are
     * @param unprepared those that do not say that they have a CP Subsystem
     * @param now in {@link System#nanoTime()}
     */
    Obstacle look(int here, List<String> unprepared, long now) {
        if (here < needed) {
            completeSince = null;
        } else if (completeSince == null) {
            completeSince = now;
        }
        boolean stuck = completeSince != null && now - completeSince > PATIENCE.toNanos();
        String members = here + " of " + needed + " members are here";
        String without = unprepared.isEmpty()
                ? ""
                : "; of them " + unprepared
                        + " were started without lease = cp or singleton.lease.cp.*, which all nodes" + " must have";
        return stuck
                ? Obstacle.lasting("the CP Subsystem has not formed within " + PATIENCE + ", although " + members
                        + without + ": stop all nodes and start them together, see docs/operations.md")
                : Obstacle.passing("the CP Subsystem is forming: " + members + without);
    }
}
