package dev.singleton.node;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Slows a sender that is faster than the way to the host: while the outbox is nearly full and the host takes messages
 * quickly, each {@code tell} waits for room, a millisecond at most. A loop without a pause then goes at the speed of the
 * way instead of filling the outbox and losing the rest. A host that is slow by itself is not waited for: that would slow
 * its senders without end, and the bound is there for it.
 */
final class Throttle {

    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Messages accepted in a window, from which on waiting is worth it: 5,000 a second. */
    private static final int QUICK = 500;
    /** So long nobody knows yet whether the host is quick, and it is taken for it. */
    private static final long BENEFIT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final int capacity;
    private boolean backlog;
    private long backlogSince;
    private long windowBegan;
    private int acceptedInWindow;
    private int acceptedBefore;
    private volatile boolean crowded;

    Throttle(int capacity) {
        this.capacity = capacity;
    }

    /** Under the lane's lock: the host took so many messages, and so many wait now. */
    void accepted(int messages, int waiting, long now) {
        long age = now - windowBegan;
        if (age > WINDOW_NANOS) {
            acceptedBefore = age > 2 * WINDOW_NANOS ? 0 : acceptedInWindow;
            acceptedInWindow = 0;
            windowBegan = now;
        }
        acceptedInWindow += messages;
        look(waiting, now);
    }

    /** Under the lane's lock: so many messages wait now. */
    void look(int waiting, long now) {
        if (waiting > 0 && !backlog) {
            backlogSince = now;
        }
        backlog = waiting > 0;
        crowded = waiting >= capacity - capacity / 4 && worthWaiting(now);
    }

    private boolean worthWaiting(long now) {
        boolean lately = now - windowBegan <= 2 * WINDOW_NANOS;
        return now - backlogSince < BENEFIT_NANOS || (lately && Math.max(acceptedBefore, acceptedInWindow) >= QUICK);
    }

    boolean crowded() {
        return crowded;
    }

    /** Outside of the lock, on the thread of the sender. */
    void pause() {
        if (!crowded) {
            return;
        }
        long deadline = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (crowded && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
