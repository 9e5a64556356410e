package dev.singleton.it.liberty.cluster;

import java.util.List;

/**
 * Something that happened in one life of a node. As text, it is a line with tabs.
 *
 * @param nanos when, by {@link System#nanoTime()}, which on Linux is one clock for all processes
 * @param life the node and which of its deployments, such as {@code n1#2}
 * @param singleton the type name, or nothing
 * @param sender of the message that this is about, or nothing
 * @param number of that message, or 0
 * @param token the fencing token of the instance, or 0
 * @param text more about it, see {@link Kind}
 */
record Note(long nanos, String life, Kind kind, String singleton, String sender, long number, long token, String text) {

    private static final int FIELDS = 8;

    enum Kind {
        /** The application has started. */
        UP,
        /** An instance begins. */
        STARTED,
        /** An instance has ended: text is the reason. */
        STOPPED,
        /** A message is about to be told. */
        TOLD,
        /** Telling it failed: text is the exception. */
        REFUSED,
        /** An instance handles a message: text is {@code valid} when its lease was valid after this was noted. */
        HANDLED,
        /** A message is a dead letter: text is the reason. */
        DEAD,
        /** The guarded store gave this status as its answer to an instance's write: text. */
        WROTE,
        /** A node with other settings was met: text says the difference. */
        INCOMPATIBLE,
        /** The process is gone, written by whoever killed it. */
        GONE
    }

    /** About no message. */
    static Note of(long nanos, String life, Kind kind, String singleton, long token, String text) {
        return new Note(nanos, life, kind, singleton, "", 0, token, text);
    }

    boolean is(Kind asked, String name) {
        return kind == asked && singleton.equals(name);
    }

    Message message() {
        return new Message(sender, number);
    }

    String toLine() {
        return String.join(
                        "\t",
                        List.of(
                                String.valueOf(nanos),
                                life,
                                kind.name(),
                                singleton,
                                sender,
                                String.valueOf(number),
                                String.valueOf(token),
                                text.replaceAll("\\s+", " ")))
                + "\n";
    }

    static Note parse(String line) {
        String[] fields = line.split("\t", FIELDS);
        return new Note(
                Long.parseLong(fields[0]),
                fields[1],
                Kind.valueOf(fields[2]),
                fields[3],
                fields[4],
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]),
                fields[7]);
    }

    /**
     * One message of the row that one life of a node told.
     *
     * @param sender the life
     * @param number in its row
     */
    record Message(String sender, long number) {}
}
