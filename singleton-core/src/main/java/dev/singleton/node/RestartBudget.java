package dev.singleton.node;

import java.util.ArrayDeque;

/** How many restarts are left within the sliding window; time is an argument. */
final class RestartBudget {

    private final int most;
    private final long windowNanos;
    private final ArrayDeque<Long> restarts = new ArrayDeque<>();

    RestartBudget(int most, long windowNanos) {
        this.most = most;
        this.windowNanos = windowNanos;
    }

    /** Takes one, if there is one left. */
    boolean take(long nowNanos) {
        while (!restarts.isEmpty() && nowNanos - restarts.peekFirst() > windowNanos) {
            restarts.removeFirst();
        }
        if (restarts.size() >= most) {
            return false;
        }
        restarts.addLast(nowNanos);
        return true;
    }
}
