package dev.singleton.exploration;

/** A rule that is broken on purpose, around the core, to see that the exploration finds it. */
enum Flaw {
    NONE,
    /** The shell says that the instance has stopped while {@code postStop} still runs. */
    STOPPED_BEFORE_POST_STOP,
    /** A confirmation counts for whichever round is open. */
    ANY_ROUND_COUNTS,
    /** A node confirms in the middle of its own round and goes on with it. */
    PROMISE_FORGOTTEN,
    /** A decline counts as a confirmation. */
    DECLINE_COUNTS,
    /** A confirmation counts for somebody other than who gave it. */
    WRONG_SENDER,
    /** A node that leaves goes on with its instance: it does not hear that it leaves. */
    DEAF_TO_LEAVING,
    /** A node sees no member that sorts before it. */
    BLIND_TO_MEMBERS,
    /** The shell does not say that the instance has stopped. */
    STOP_UNREPORTED,
    /** The arbiter gives a lease to another while it is still valid by its holder's clock. */
    MARGIN_FORGOTTEN,
    /** The lease is given back when the stop is asked for. */
    RELEASED_BEFORE_POST_STOP,
    /** What is to be given back is renewed for ever. */
    RELEASE_FORGOTTEN,
    /** A grant that came after its attempt was given up is used. */
    GRANT_USED_AFTER_GIVING_UP,
    /** A node does not say that the arbiter grants it nothing. */
    WAITING_UNSAID
}
