package dev.singleton.node;

import dev.singleton.spi.SingletonExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A pool that grows with the tasks that block and shrinks when they are done. The number of tasks at once is bounded by
 * its users: one for each instance, one that encodes for each singleton, one for listeners, and the bounded number of
 * {@link Completions}.
 */
final class ElasticExecutor implements SingletonExecutor, AutoCloseable {

    private static final AtomicLong THREADS = new AtomicLong();

    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), ElasticExecutor::worker);

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    /** Tasks that run may end; threads that wait for work end now. */
    @Override
    public void close() {
        pool.shutdown();
    }

    private static Thread worker(Runnable task) {
        return daemon(task, "singleton-worker-" + THREADS.incrementAndGet());
    }

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
