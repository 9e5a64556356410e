package dev.singleton.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition. The bound only keeps a failed test from hanging; no test measures with it. */
public final class Eventually {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private Eventually() {}

    public static void eventually(String what, BooleanSupplier condition) {
        eventually(what, BOUND, condition);
    }

    /** With a bound of its own, for what waits for a time-out of the thing under test. */
    public static void eventually(String what, Duration bound, BooleanSupplier condition) {
        long deadline = System.nanoTime() + bound.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("It did not come true within " + bound + ": " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }
}
