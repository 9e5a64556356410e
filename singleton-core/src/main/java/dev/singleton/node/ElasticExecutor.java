package dev.singleton.node;

import dev.singleton.spi.SingletonExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A pool that grows with the tasks that block and shrinks when they are done. The number of tasks at once is bounded by
 * the number of singletons: each has one at most, and a few for listeners and replies.
 */
final class ElasticExecutor {

    private static final AtomicLong THREADS = new AtomicLong();

    private ElasticExecutor() {}

    static SingletonExecutor create() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), ElasticExecutor::thread);
        return pool::execute;
    }

    private static Thread thread(Runnable task) {
        return daemon(task, "singleton-worker-" + THREADS.incrementAndGet());
    }

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
