package dev.singleton.cdi;

import dev.singleton.spi.SingletonExecutor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads and the naming context: those of a Jakarta EE server where it has them. Without Jakarta Concurrency, or without
 * naming, threads are plain and there is no context, and everything works all the same.
 *
 * <p>To be made on a thread that the application starts on: the naming context of that thread is what is kept.
 */
final class ContainerServices {

    private static final Logger LOG = System.getLogger(ContainerServices.class.getName());
    private static final long IDLE_SECONDS = 10;

    private final Executor naming;
    private final ExecutorService threads;

    private ContainerServices(Executor naming, ExecutorService threads) {
        this.naming = naming;
        this.threads = threads;
    }

    static ContainerServices find() {
        Executor naming = lookUp(() -> Concurrency.currentContext()).orElse(Runnable::run);
        ThreadFactory factory = lookUp(() -> Concurrency.threads())
                .map(ContainerServices::orPlain)
                .orElse(ContainerServices::plainThread);
        return new ContainerServices(naming, elastic(factory));
    }

    /** Runs a task at once, on the calling thread, in the naming context of the application. */
    Executor naming() {
        return naming;
    }

    /** Threads for the node. */
    SingletonExecutor executor() {
        return threads::execute;
    }

    /** Ends the threads at once when they are idle, and else when they have done what they do. */
    void close() {
        threads.shutdown();
    }

    private static <T> Optional<T> lookUp(Callable<T> service) {
        try {
            return Optional.of(service.call());
        } catch (Exception | LinkageError absent) {
            // Weld SE, Quarkus, Helidon and servers without the feature: the plain way is as good.
            LOG.log(Level.DEBUG, "No Jakarta Concurrency here: plain threads and no naming context", absent);
            return Optional.empty();
        }
    }

    /**
     * A pool that grows as needed: a task must be able to start while others block, which a server's own executor with
     * its bounded number of threads does not promise. What comes after the end still runs, on a thread of its own.
     */
    private static ExecutorService elastic(ThreadFactory threads) {
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                threads,
                (late, pool) -> plainThread(late).start());
    }

    private static Thread plainThread(Runnable task) {
        Thread thread = new Thread(task, "singleton-worker");
        thread.setDaemon(true);
        return thread;
    }

    /** A server gives no threads any more while the application stops, and what is left must still be done. */
    private static ThreadFactory orPlain(ThreadFactory server) {
        return task -> {
            try {
                Thread thread = server.newThread(task);
                return thread != null ? thread : plainThread(task);
            } catch (IllegalStateException stopping) {
                LOG.log(Level.DEBUG, "The server gives no threads any more", stopping);
                return plainThread(task);
            }
        };
    }
}
