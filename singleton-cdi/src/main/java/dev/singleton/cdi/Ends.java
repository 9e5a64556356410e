package dev.singleton.cdi;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What is to be ended, the latest first; a step that fails does not keep the others from being done. One thread at a time. */
final class Ends implements Runnable {

    private final Deque<Step> steps = new ArrayDeque<>();

    /** Ends one thing. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** Puts a step before those that are there. */
    void first(Step step) {
        steps.addFirst(step);
    }

    /**
     * Does each step once.
     *
     * @throws RuntimeException of the first step that failed; those of others are suppressed in it
     */
    @Override
    public void run() {
        @Nullable RuntimeException failure = null;
        for (Step step = steps.pollFirst(); step != null; step = steps.pollFirst()) {
            try {
                step.run();
            } catch (Exception failed) {
                if (failure == null) {
                    failure = failed instanceof RuntimeException own ? own : new IllegalStateException(failed);
                } else {
                    failure.addSuppressed(failed);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
