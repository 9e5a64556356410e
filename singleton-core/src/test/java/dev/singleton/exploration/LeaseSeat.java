package dev.singleton.exploration;

/**
 * A node's side of its lease: a provider that keeps the contract of {@code dev.singleton.spi.Lease}, with the shell that
 * asks it. The moments of its clock are moves of their own.
 */
final class LeaseSeat {

    /** The attempts of a life, below those of the next. */
    static final int ATTEMPTS = 16;

    /** The number of the last question; it grows over all lives. */
    long ask;
    /** It is not answered yet. */
    boolean asking;
    /** It was given up, and the manager has still to hear so. */
    boolean givenUp;
    /** Held, by the node's own clock. */
    boolean valid;
    /** The arbiter grants nothing here yet. */
    boolean waits;
    /** A release is under way. */
    boolean releasing;
    /** The attempt whose loss the manager has still to hear of; 0 for none. */
    long lossDue;

    LeaseSeat() {}

    LeaseSeat(LeaseSeat other) {
        ask = other.ask;
        asking = other.asking;
        givenUp = other.givenUp;
        valid = other.valid;
        releasing = other.releasing;
        waits = other.waits;
        lossDue = other.lossDue;
    }

    long attempt() {
        return ask & ((1 << ATTEMPTS) - 1);
    }

    /** Whether an earlier question than the last one is meant is of the same life. */
    static boolean sameLife(long one, long other) {
        return one >> ATTEMPTS == other >> ATTEMPTS;
    }

    void close() {
        asking = false;
        givenUp = false;
        valid = false;
        releasing = false;
        waits = false;
        lossDue = 0;
    }
}
