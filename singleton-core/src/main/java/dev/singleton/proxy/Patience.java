package dev.singleton.proxy;

import dev.singleton.NodeId;
import java.time.Duration;
import java.util.Optional;

/** How an outbox goes on after a refusal: follow the hint a few times, then pause, longer and longer, then give up. */
final class Patience {

    private static final int MOST_HOPS = 3;
    /** About 15 s of refusals in a row: the nodes' views should have met long ago. */
    private static final int MOST_REFUSALS = 20;

    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private Optional<NodeId> detour = Optional.empty();
    private int hops;
    private int refusals;

    /** The node that the last hint named, while it is being followed. */
    Optional<NodeId> detour() {
        return detour;
    }

    /** A node refused and named another, perhaps; true when that one is to be tried at once. */
    boolean follow(NodeId refuser, Optional<NodeId> hint) {
        if (hint.isPresent() && !hint.get().equals(refuser) && hops < MOST_HOPS) {
            hops++;
            detour = hint;
            return true;
        }
        detour = Optional.empty();
        hops = 0;
        refusals++;
        return false;
    }

    /** Whether it was refused too often in a row; begins anew then. */
    boolean exhausted() {
        if (refusals <= MOST_REFUSALS) {
            return false;
        }
        refusals = 0;
        return true;
    }

    Duration pause() {
        return Duration.ofMillis(Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(refusals, 6)));
    }

    /** Something was accepted. */
    void progress() {
        refusals = 0;
    }

    void leave(NodeId member) {
        detour = detour.filter(node -> !node.equals(member));
    }

    /** Another route. */
    void reset() {
        detour = Optional.empty();
        hops = 0;
        refusals = 0;
    }
}
