package dev.singleton.lease.cp;

/** The way to the arbiter. Its calls may hang for minutes; one thread, always the same. */
interface Arbiter {

    /**
     * Opens this node's session.
     *
     * @throws RuntimeException when the arbiter did not answer
     */
    ArbiterSession open();
}
