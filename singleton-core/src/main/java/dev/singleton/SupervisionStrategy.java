package dev.singleton;

/** What follows an exception in {@link SingletonActor#receive}. */
public enum SupervisionStrategy {
    /** A new object takes over, the mailbox is kept; within the budget of restarts. */
    RESTART,
    /** The same object goes on with the next message. */
    RESUME,
    /** The instance dies. */
    STOP
}
