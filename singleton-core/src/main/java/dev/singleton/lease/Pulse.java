package dev.singleton.lease;

import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of an arena: it renews, lets time run out, and tells. It lives while there is something to do, and a
 * second longer.
 */
final class Pulse implements Executor {

    private final ScheduledThreadPoolExecutor thread;
    private final Runnable beat;

    /** The next beat, guarded by this. */
    private @Nullable Future<?> next;

    private long nextAt;

    Pulse(String name, Runnable beat) {
        this.beat = beat;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            // Whoever happens to be the first to ask is not to be kept in memory by it.
            made.setContextClassLoader(Pulse.class.getClassLoader());
            return made;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setKeepAliveTime(1, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
    }

    /** Runs the tasks one after the other, in the order in which they came. */
    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /** Beats within that time, once; unless it does so anyway. */
    synchronized void beatWithin(long nanos) {
        long at = System.nanoTime() + nanos;
        if (next != null && nextAt - at <= 0) {
            return;
        }
        if (next != null) {
            next.cancel(false);
        }
        nextAt = at;
        next = thread.schedule(this::beatNow, nanos, TimeUnit.NANOSECONDS);
    }

    private void beatNow() {
        synchronized (this) {
            next = null;
        }
        beat.run();
    }
}
