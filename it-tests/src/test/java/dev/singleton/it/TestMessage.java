package dev.singleton.it;

/** What the singletons under test understand. */
public sealed interface TestMessage {

    /**
     * One of a row of messages that a node tells.
     *
     * @param sender the life of a node that told it
     * @param number from 1, without a hole
     * @param toldAt when, by the clock that all JVMs of one machine share, in nanoseconds
     */
    record Numbered(String sender, long number, long toldAt) implements TestMessage {}

    /** Asks for a {@link Tally}. */
    record HowMany() implements TestMessage {}

    /** The handler throws. */
    record Fail(String why) implements TestMessage {}

    /** The handler waits in the middle until its node is told to go on, and then writes into the guarded table. */
    record HoldThenWrite() implements TestMessage {}

    /**
     * What an instance knows.
     *
     * @param host the life of the node where it runs
     * @param handled numbered messages, those of predecessors that handed over included
     * @param faults numbered messages that were not the next one of their sender, as this instance saw it
     */
    record Tally(String host, long handled, long faults) {}
}
