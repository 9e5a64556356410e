package dev.singleton.cdi;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonException;
import dev.singleton.WarmHandOver;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * What the core runs in place of the application's actor: it brings each call into the application's surroundings and
 * ends the object when it stops, so that the core knows of neither. One instance of it is one object of the actor.
 */
class HostedActor<M> implements SingletonActor<M> {

    private final Activation.Source<M> source;
    private final Surroundings surroundings;
    private Activation<M> activation;
    private boolean ended;

    HostedActor(Activation.Source<M> source, Surroundings surroundings, Activation<M> activation) {
        this.source = source;
        this.surroundings = surroundings;
        this.activation = activation;
    }

    /** What the core calls at each activation. */
    static <M> Supplier<SingletonActor<M>> supplier(Activation.Source<M> source, Surroundings surroundings) {
        return () -> {
            Activation<M> activation = created(source, surroundings);
            return activation.actor() instanceof WarmHandOver warm
                    ? new WarmHostedActor<>(source, surroundings, activation, warm)
                    : new HostedActor<>(source, surroundings, activation);
        };
    }

    @Override
    public final void preStart(SingletonContext<M> context) throws Exception {
        if (ended) {
            begin(created(source, surroundings));
        }
        inside(() -> {
            try {
                activation.actor().preStart(context);
            } catch (Exception | Error failed) {
                // No postStop follows a failed start, so this is the end of the object.
                end(failed);
                throw failed;
            }
        });
    }

    @Override
    public final void receive(M message, SingletonContext<M> context) throws Exception {
        inside(() -> activation.actor().receive(message, context));
    }

    @Override
    public final void postStop(SingletonContext<M> context) throws Exception {
        if (ended) {
            return;
        }
        inside(() -> {
            try {
                activation.actor().postStop(context);
                stopped(context);
            } catch (Exception | Error failed) {
                end(failed);
                throw failed;
            }
            end();
        });
    }

    /** The object has stopped and is still there. */
    void stopped(SingletonContext<M> context) {}

    /** Another object takes the place of one that has ended. */
    void begin(Activation<M> fresh) {
        activation = fresh;
        ended = false;
    }

    final void end() {
        if (!ended) {
            ended = true;
            activation.end().run();
        }
    }

    /** Ends the object because of a failure, beside which one in ending it comes second. */
    final void end(Throwable cause) {
        try {
            end();
        } catch (RuntimeException second) {
            cause.addSuppressed(second);
        }
    }

    final void inside(Step step) throws Exception {
        surroundings.call(() -> {
            step.run();
            return true;
        });
    }

    private static <M> Activation<M> created(Activation.Source<M> source, Surroundings surroundings) {
        try {
            Callable<Activation<M>> create = source::activate;
            return surroundings.call(create);
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new SingletonException("No object of the actor could be made: " + failed.getMessage(), failed);
        }
    }

    /** A part of a call into the application. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }
}
