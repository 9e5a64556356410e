package dev.singleton.exploration;

/** What happens to a cluster only so often as a {@link Scope} allows; everything else happens as often as it can. */
enum Fault {
    /** A node dies with its member; the others learn of it each at its own time. */
    CRASH,
    /** A node leaves gracefully. */
    LEAVE,
    /** Another node opens on the member of one that has left. */
    REOPEN,
    /** The application takes a node out of rotation; it may put it back at any time after. */
    STOP,
    /** Somebody wants the instance started anew. */
    RESTART,
    /** The instance ends by itself. */
    DEATH,
    /** The instance could not be made. */
    FAILURE,
    /** A frame, or a question to the arbiter or its answer, is lost. */
    LOSS,
    /** A frame comes twice. */
    REPEAT,
    /** A timer that asks again fires although what it repeats, or the answer, is still on its way. */
    HASTE,
    /** A member that lives is passed over after the hand-over time-out, for it has not answered: it hangs. */
    SILENCE,
    /** The lease of a node runs out by its own clock: it could not renew it, or stood still. */
    EXPIRY,
    /** The arbiter's answer comes later than the node waits for it. */
    SLOW
}
