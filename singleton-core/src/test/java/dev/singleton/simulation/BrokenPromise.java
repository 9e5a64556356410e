package dev.singleton.simulation;

/** A cluster did what the rules forbid. */
final class BrokenPromise extends AssertionError {

    private static final long serialVersionUID = 1L;

    BrokenPromise(String message) {
        super(message);
    }
}
