package dev.singleton.simulation;

/** A fault that is put into the simulated surroundings of the core, to see that the simulation finds it. */
enum Mutation {
    NONE,
    /** The shell says that the instance has stopped when the stop is asked for. */
    STOPPED_BEFORE_POST_STOP,
    /** A confirmation counts for whichever round is open. */
    ANY_ROUND_COUNTS,
    /** A node confirms in the middle of its own round and goes on with it. */
    PROMISE_FORGOTTEN,
    /** A decline counts as a confirmation. */
    DECLINE_COUNTS,
    /** A confirmation counts for somebody other than who gave it. */
    WRONG_SENDER,
    /** What was held goes into the mailbox in the wrong order. */
    HOLD_REVERSED,
    /** A batch that comes twice is taken twice. */
    BATCH_TAKEN_TWICE,
    /** What was in flight to a member that is gone is sent again. */
    REPLAYED,
    /** What was accepted for an instance that does not come is forgotten. */
    MAILBOX_FORGOTTEN,
    /** The shell forgets to say that the instance has stopped, once in a while. */
    STOP_UNREPORTED,
    /** Warm state is that of an earlier instance. */
    STALE_STATE,
    /** A node goes on with its instance although it has lost the quorum, or leaves: it does not see its own list. */
    BLIND_TO_MEMBERS
}
