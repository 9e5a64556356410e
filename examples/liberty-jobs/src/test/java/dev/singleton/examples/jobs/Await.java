package dev.singleton.examples.jobs;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what is to come, as long as a busy machine may need. */
final class Await {

    /** Three servers that start at once on two busy cores have taken more than a minute. */
    static final Duration LONG = Duration.ofMinutes(5);

    private Await() {}

    static void until(String what, Callable<Boolean> seen) throws Exception {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!seen.call()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + LONG.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }
}
