package dev.singleton.it.liberty.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** How long something that must happen is waited for: a bound for a loaded machine, and no expectation. */
final class Patience {

    static final Duration BOUND = Duration.ofMinutes(4);

    private static final long PAUSE_MILLIS = 100;

    private Patience() {}

    /** Something that is true some day. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    /**
     * Returns when the condition holds.
     *
     * @param instead what is the case instead, for the reader of a failure
     */
    static void await(String what, Condition condition, Supplier<String> instead) {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!holds(what, condition)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Not within " + BOUND + ": " + what + ". " + instead.get());
            }
            pause();
        }
    }

    private static boolean holds(String what, Condition condition) {
        try {
            return condition.holds();
        } catch (Exception failed) {
            throw new AssertionError("While waiting for " + what, failed);
        }
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        if (Thread.interrupted()) {
            throw new AssertionError("The test was ended from outside");
        }
    }
}
