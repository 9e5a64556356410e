package dev.singleton.exploration;

/** What the shell of a node has of the instance. */
enum Instance {
    NONE,
    /** Under a lease: it waits for a thread, and looks at the lease then. */
    WAITS,
    BEING_MADE,
    RUNS,
    IS_BEING_STOPPED,
    /** It was said to have stopped, and has not. Only with a flaw. */
    LINGERS;

    boolean lives() {
        return this != NONE && this != WAITS;
    }
}
