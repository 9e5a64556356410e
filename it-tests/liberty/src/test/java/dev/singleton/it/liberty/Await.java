package dev.singleton.it.liberty;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Waits for what must come some time. */
public final class Await {

    /** Longer than anything takes on a machine that is busy with other things. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final long PAUSE_MILLIS = 50;

    private Await() {}

    /** Looks again and again until it sees what is wanted, and hands that on; fails with what it saw last. */
    public static <T> T until(Callable<T> look, Predicate<? super T> wanted) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        T seen = look.call();
        while (!wanted.test(seen)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Not within " + PATIENCE + "; seen last: " + seen);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            seen = look.call();
        }
        return seen;
    }
}
