package dev.singleton.simulation;

/** What keeps two instances from running at once: each layer has to do it alone, and both together. */
enum Layer {
    /** Nobody hosts before all others have confirmed; there is no arbiter. */
    HAND_OVER,
    /** Only the lease: no question to stand down ever arrives, and no answer to one. */
    LEASE,
    BOTH;

    boolean leased() {
        return this != HAND_OVER;
    }

    boolean handsOver() {
        return this != LEASE;
    }
}
