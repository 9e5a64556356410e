package dev.singleton.manager;

import dev.singleton.StopReason;

/** Whether this node may host, and if not, why. */
public enum Standing {
    /** Up, with the role, and the quorum holds. */
    ELIGIBLE(StopReason.MOVED),
    /** Has not said that it is up. */
    STARTING(StopReason.MOVED),
    LEAVING(StopReason.LEAVING),
    NO_ROLE(StopReason.MOVED),
    NO_QUORUM(StopReason.QUORUM_LOST),
    /** Gives up its identity to join the other half of a split cluster. */
    MERGING(StopReason.MERGE);

    private final StopReason stopReason;

    Standing(StopReason stopReason) {
        this.stopReason = stopReason;
    }

    /** Why an instance stops when the node comes to stand like this. */
    StopReason stopReason() {
        return stopReason;
    }
}
