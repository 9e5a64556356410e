package dev.singleton.node;

import dev.singleton.spi.SingletonExecutor;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;

/**
 * The executor for everything that calls into the application. A container's executor may refuse work while it shuts
 * down, just when instances must stop: then a thread of our own does it.
 */
final class Workers implements Executor {

    private static final System.Logger LOG = System.getLogger(Workers.class.getName());

    private final SingletonExecutor executor;
    private final Runnable end;

    /** The executor of the surroundings, which they end themselves. */
    Workers(SingletonExecutor executor) {
        this(executor, () -> {});
    }

    private Workers(SingletonExecutor executor, Runnable end) {
        this.executor = executor;
        this.end = end;
    }

    /** A pool of our own, which ends with the node. */
    static Workers ofTheirOwn() {
        ElasticExecutor pool = new ElasticExecutor();
        return new Workers(pool, pool::close);
    }

    void close() {
        end.run();
    }

    @Override
    public void execute(Runnable task) {
        Runnable guarded = () -> guard(task);
        try {
            executor.execute(guarded);
        } catch (RuntimeException | Error refused) {
            LOG.log(
                    Level.DEBUG,
                    "The executor refused a task of the singletons; a thread of their own takes it",
                    refused);
            ElasticExecutor.daemon(guarded, "singleton-spare").start();
        }
    }

    static void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error fault) {
            LOG.log(Level.ERROR, "A task of the singletons failed; this is a fault of the library", fault);
        }
    }
}
