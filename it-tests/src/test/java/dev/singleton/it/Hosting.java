package dev.singleton.it;

import java.util.OptionalLong;

/**
 * The life of one instance, as its node reported it.
 *
 * @param life of the node
 * @param token under a lease
 * @param from when {@code preStart} began
 * @param stopping when {@code postStop} began, or the JVM ended; the largest number while neither has happened
 * @param to when {@code postStop} had returned, or the JVM ended
 * @param reason of the stop; {@code killed} when the JVM ended, and nothing while it lives
 */
record Hosting(String life, OptionalLong token, long from, long stopping, long to, String reason) {

    static final String KILLED = "killed";

    /** The node, whichever of its lives. */
    String node() {
        return Lives.node(life);
    }

    boolean overlaps(Hosting other) {
        return from < other.to && other.from < to;
    }

    boolean livesAt(long time) {
        return from <= time && time < to;
    }

    /** Whether what waited in its mailbox went on to another host, in which case the order is not promised. */
    boolean sentOnward() {
        return reason.equals("LEASE_LOST") || reason.equals("QUORUM_LOST") || reason.equals("MERGE");
    }
}
