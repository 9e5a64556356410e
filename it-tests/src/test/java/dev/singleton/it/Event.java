package dev.singleton.it;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that happened in one JVM. As text, it is a line: time, kind and fields with tabs between.
 *
 * @param nanos by {@link System#nanoTime()}, which on Linux is one clock for all processes
 * @param life the node and which of its lives, such as {@code n1#2}
 */
record Event(long nanos, String life, Kind kind, List<String> fields) {

    /** Stands for a life where the harness itself did something. */
    static final String OBSERVER = "observer";

    enum Kind {
        /** The node is a member. */
        READY,
        /** The node could not start: text. */
        FAILED,
        /** An instance begins: key, messages that it already knows, fencing token or nothing. */
        STARTED,
        /** {@code postStop} of an instance began: key, reason. */
        STOPPING,
        /** {@code postStop} of an instance ended: key, reason. */
        STOPPED,
        /** An instance handled a message: key, sender, number, when it was told. */
        HANDLED,
        /** Before its end, what a silent instance handled of one sender: key, sender, first, last, how many out of order. */
        ROW,
        /** An instance is in the middle of a message, and goes on when it is told to: key, token. */
        HOLDING,
        /** An instance asks the observer's store to write: number of the request, key, sender, number, token. */
        WRITE,
        /** The guarded table took what an instance wrote: key, sender, number, token. */
        WRITTEN,
        /** The fence refused what an instance wrote: key, sender, number, token. */
        REFUSED,
        /** The node holds the lease: key, token. */
        LEASED,
        /** The node lost the lease: key, reason. */
        LEASE_LOST,
        /** A message became a dead letter: key, sender, number, reason. */
        DEAD,
        /** So many messages were told on this node so far: key, number. */
        TOLD,
        /** A node hosts without having heard from all: key, peers. */
        TIMED_OUT,
        /** Nodes disagree on the singleton: key, text. */
        INCOMPATIBLE,
        /** Whom this node sees in its member list from now on: names of nodes with blanks between. */
        VIEW,
        /** What was done to the cluster: verb, whom (lives of nodes, or nodes of a network). */
        FAULT,
        /** The reply to a command: its number, ok or failed, text. */
        REPLY,
        /** The process is gone; written by the harness. */
        GONE
    }

    String field(int index) {
        return fields.get(index);
    }

    long number(int index) {
        return Long.parseLong(fields.get(index));
    }

    /** Whether it is one of this kind about this singleton. */
    boolean is(Kind asked, String key) {
        return kind == asked && fields.get(0).equals(key);
    }

    static String line(long nanos, Kind kind, List<String> fields) {
        StringBuilder line = new StringBuilder().append(nanos).append('\t').append(kind);
        fields.forEach(field -> line.append('\t').append(escaped(field)));
        return line.append('\n').toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    static Event parse(String life, String line) {
        String[] parts = line.split("\t", -1);
        List<String> fields = new ArrayList<>();
        for (int i = 2; i < parts.length; i++) {
            fields.add(parts[i].translateEscapes());
        }
        return new Event(Long.parseLong(parts[0]), life, Kind.valueOf(parts[1]), List.copyOf(fields));
    }

    @Override
    public String toString() {
        return String.format("%.3f s %s %s %s", nanos / 1e9, life, kind, String.join(" ", fields));
    }
}
