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
import org.jspecify.annotations.Nullable;

/**
 * What a Jakarta EE server adds: its threads and the application's naming context. Without Jakarta Concurrency, or
 * without naming, there is neither, and everything works all the same.
 *
 * <p>To be made on a thread that the application starts on: the naming context of that thread is what is kept.
 */
final class ContainerServices {

    private static final Logger LOG = System.getLogger(ContainerServices.class.getName());
    private static final long IDLE_SECONDS = 10;

    private final Executor naming;
    private final Optional<ExecutorService> threads;

    private ContainerServices(Executor naming, Optional<ExecutorService> threads) {
        this.naming = naming;
        this.threads = threads;
    }

    static ContainerServices find() {
        Executor naming = lookUp(() -> Concurrency.currentContext()).orElse(Runnable::run);
        Optional<ExecutorService> threads = lookUp(() -> Concurrency.threads()).map(ContainerServices::elastic);
        return new ContainerServices(naming, threads);
    }

    /** Runs a task at once, on the calling thread, in the naming context of the application. */
    Executor naming() {
        return naming;
    }

    /** Threads of the server; empty when it has none to give, and the library's own are used. */
    Optional<SingletonExecutor> executor() {
        return threads.map(pool -> pool::execute);
    }

    /** Ends the threads; what they run still finishes. */
    void close() {
        threads.ifPresent(ExecutorService::shutdown);
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
     * its bounded number of threads does not promise.
     */
    private static ExecutorService elastic(ThreadFactory server) {
        ThreadFactory plain = runnable -> {
            Thread thread = new Thread(runnable, "singleton");
            thread.setDaemon(true);
            return thread;
        };
        ThreadFactory threads = runnable -> {
            Thread thread = serverThread(server, runnable);
            return thread != null ? thread : plain.newThread(runnable);
        };
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
    }

    /** Null when the server gives none any more, as while the application stops: what is left must still be done. */
    private static @Nullable Thread serverThread(ThreadFactory server, Runnable runnable) {
        try {
            return server.newThread(runnable);
        } catch (IllegalStateException stopping) {
            LOG.log(Level.DEBUG, "The server gives no threads any more", stopping);
            return null;
        }
    }
}
