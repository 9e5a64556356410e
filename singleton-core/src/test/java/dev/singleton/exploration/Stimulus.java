package dev.singleton.exploration;

/** What one node is told; with a letter, a list of members or a timer as its argument. */
enum Stimulus {
    OPENS,
    SEES,
    RECEIVES,
    FIRES,
    RESENDS,
    STARTS,
    STOPS,
    RESTARTS,
    LEAVES,
    CLOSES,
    CRASHES,
    // ---- the instance
    BEGINS,
    STARTED,
    FAILED,
    STOPPED,
    DIED,
    /** What was said to be over is over. Only with a flaw. */
    VANISHES,
    // ---- the lease
    /** From now on the arbiter grants this node leases. */
    MAY_LEASE,
    /** The grant came in time. */
    GRANTED,
    /** It came when it was over at the arbiter. */
    GRANTED_TOO_LATE,
    /** No answer came in time. */
    UNANSWERED,
    /** The attempt that was given up is answered. */
    GIVEN_UP,
    /** The answer to a release did not come in time. */
    RELEASE_UNANSWERED,
    EXPIRES,
    HEARS_OF_LOSS
}
