package dev.singleton.simulation;

import java.util.PriorityQueue;

/** The virtual clock and what is due on it; what is due at the same moment happens in the order of scheduling. */
final class Timeline {

    private record Due(long at, long order, Runnable action) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private long now;
    private long scheduled;
    private long happened;

    /** Milliseconds since the beginning. */
    long now() {
        return now;
    }

    /** How many events have happened. */
    long happened() {
        return happened;
    }

    void after(long delay, Runnable action) {
        queue.add(new Due(now + Math.max(0, delay), scheduled++, action));
    }

    /** Lets everything happen that is due up to this moment. */
    void runUntil(long moment) {
        for (Due next = queue.peek(); next != null && next.at <= moment; next = queue.peek()) {
            queue.remove();
            now = next.at;
            happened++;
            next.action.run();
        }
        now = Math.max(now, moment);
    }
}
