package dev.singleton.it.liberty.cluster;

/** What the singletons under test are told and asked. */
public sealed interface Signal {

    /**
     * One of a row of messages.
     *
     * @param sender the life of the node that told it, such as {@code n1#2}
     * @param number from 1, without a hole, for each life and singleton
     */
    record Numbered(String sender, long number) implements Signal {}

    /** Answered with a {@link Tally}. */
    record HowMany() implements Signal {}

    /**
     * What an instance knows.
     *
     * @param host the life of the node where it runs
     * @param handled how many numbered messages it has handled
     */
    record Tally(String host, long handled) {}
}
