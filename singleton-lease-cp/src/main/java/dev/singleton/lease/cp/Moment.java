package dev.singleton.lease.cp;

import java.time.Duration;

/**
 * One moment on both clocks of this machine. The monotonic clock stands still while a virtual machine is suspended, the
 * wall clock can be set: a time has passed as soon as either of them says so (the wall clock by more than 50 ms).
 *
 * @param nanos {@link System#nanoTime()}
 * @param millis {@link System#currentTimeMillis()}
 */
record Moment(long nanos, long millis) {

    /** The wall clock counts in milliseconds and is slewed: less than this is no difference. */
    private static final long WALL_SLACK = 50_000_000L;

    static Moment now() {
        return new Moment(System.nanoTime(), System.currentTimeMillis());
    }

    /** How much of the time that began at this moment is left; negative when it has passed. */
    long nanosLeft(Duration lasting, Moment now) {
        long byMonotonic = lasting.toNanos() - (now.nanos - nanos);
        long byWall = lasting.toNanos() - (now.millis - millis) * 1_000_000L;
        return byWall < byMonotonic - WALL_SLACK ? byWall : byMonotonic;
    }

    /** This moment, or the earlier one at which the monotonic clock showed {@code limit}. */
    Moment notAfter(long limit) {
        long late = nanos - limit;
        return late <= 0 ? this : new Moment(limit, millis - late / 1_000_000L);
    }
}
