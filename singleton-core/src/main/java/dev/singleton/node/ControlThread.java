package dev.singleton.node;

import dev.singleton.control.Control;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The thread that alone touches {@link Control}. Everybody may post; nobody is blocked. */
final class ControlThread {

    private static final long LOOK_INTERVAL_MILLIS = 5;

    private static final System.Logger LOG = System.getLogger(ControlThread.class.getName());

    private final Control control;
    private final ScheduledThreadPoolExecutor thread;
    /** What ends the waiting of those who wait for this thread, when it ends. */
    private final Set<Runnable> ends = ConcurrentHashMap.newKeySet();

    ControlThread(Control control) {
        this.control = control;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> ElasticExecutor.daemon(task, "singleton-control"));
        this.thread.setRemoveOnCancelPolicy(true);
        this.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Does it on the control thread, after everything posted before. */
    void post(Consumer<Control> action) {
        try {
            thread.execute(() -> run(action));
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.TRACE, "The node is closed; what happens now has no effect any more");
        }
    }

    /** Like post; completes when it is done, or will not be because the node is closed. */
    CompletableFuture<@Nullable Void> postAndTell(Consumer<Control> action) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        post(running -> {
            try {
                action.accept(running);
            } finally {
                done.complete(null);
            }
        });
        return atLatestAtTheEnd(done, () -> done.complete(null));
    }

    /** What is posted when the thread ends is not done any more, and nobody may wait for it for ever. */
    <T extends @Nullable Object> CompletableFuture<T> atLatestAtTheEnd(CompletableFuture<T> outcome, Runnable end) {
        ends.add(end);
        if (thread.isShutdown()) {
            end.run();
        }
        CompletableFuture<?> unused = outcome.whenComplete((done, failure) -> ends.remove(end));
        return outcome;
    }

    private void run(Consumer<Control> action) {
        try {
            action.accept(control);
        } catch (RuntimeException | Error fault) {
            // Errors too: the executor would keep them to itself.
            LOG.log(Level.ERROR, "The control path failed on an event; this is a fault of the library", fault);
        }
    }

    /** Looks again and again, on the control thread, until it holds. */
    CompletableFuture<Boolean> await(Predicate<Control> condition, Duration atMost) {
        CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        long deadline = System.nanoTime() + Nanos.of(atMost);
        post(running -> look(condition, deadline, outcome));
        return atLatestAtTheEnd(outcome, () -> outcome.complete(true));
    }

    private void look(Predicate<Control> condition, long deadline, CompletableFuture<Boolean> outcome) {
        try {
            if (condition.test(control)) {
                outcome.complete(true);
            } else if (System.nanoTime() - deadline >= 0) {
                outcome.complete(false);
            } else {
                Future<?> unused = thread.schedule(
                        () -> look(condition, deadline, outcome), LOOK_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (RuntimeException | Error fault) {
            // Errors too: while an application is undeployed its class loader may be closed, and somebody waits for
            // this.
            outcome.completeExceptionally(fault);
        }
    }

    /** Frames that were posted before the end are still handled after it; the timers they arm are moot. */
    Future<?> later(Consumer<Control> action, Duration delay) {
        try {
            return thread.schedule(() -> run(action), Nanos.of(delay), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Nothing happens after it. */
    void close() {
        thread.shutdown();
        ends.forEach(Runnable::run);
    }

    boolean closed() {
        return thread.isShutdown();
    }
}
