package dev.singleton.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tries to build a node anew until it succeeds or the application ends, with pauses that grow; also from one node to the next,
 * when none of them lives long.
 */
final class Renewal {

    /** What is said of a member that the application has not left to us. */
    static final String NOT_OURS = "it is not this library's to start again: singletons are of no use here until the"
            + " application is started again, on an instance that runs";

    private static final Logger LOG = System.getLogger(Renewal.class.getName());
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /** A node that lived so long has not failed at once. */
    private static final Duration HEALTHY = Duration.ofMinutes(1);

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String progress = "another one is being started";
    private Duration pause = SHORTEST;

    /** One try. */
    @FunctionalInterface
    interface Attempt {
        void run() throws Exception;
    }

    /** A node has lost its member. One thread at a time, as {@link #untilDone}. */
    void begin(Duration itLived) {
        progress = "another one is being started";
        if (itLived.compareTo(HEALTHY) > 0) {
            pause = SHORTEST;
        }
    }

    /** What is done at the moment, to follow on what has happened. */
    String progress() {
        return progress;
    }

    /** The application ends: pauses are over, and there is no further try. */
    void end() {
        ended.countDown();
    }

    /** Blocks until an attempt has succeeded or the application ends. */
    void untilDone(Attempt attempt) {
        while (pausedToTheEnd()) {
            try {
                attempt.run();
                return;
            } catch (Exception | Error failed) {
                progress = "another one could not be started yet: " + failed.getMessage();
                LOG.log(
                        Level.WARNING,
                        "The Hazelcast member could not be started again; it is tried again in " + pause,
                        failed);
            }
        }
    }

    /** The pause after that one. */
    static Duration after(Duration last) {
        Duration twice = last.multipliedBy(2);
        return twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    }

    /** Whether to go on after the pause. */
    private boolean pausedToTheEnd() {
        Duration now = pause;
        pause = after(now);
        try {
            return !ended.await(now.toMillis(), TimeUnit.MILLISECONDS) && !processEnds();
        } catch (InterruptedException interrupted) {
            // Whoever ends the thread wants no further node.
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A member that Hazelcast's shutdown hook has ended is not wanted back. */
    private static boolean processEnds() {
        Thread probe = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            return !Runtime.getRuntime().removeShutdownHook(probe);
        } catch (IllegalStateException inProgress) {
            return true;
        }
    }
}
