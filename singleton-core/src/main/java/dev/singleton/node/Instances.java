package dev.singleton.node;

import dev.singleton.SingletonEvent;
import dev.singleton.StopReason;
import dev.singleton.manager.Event;
import dev.singleton.wire.Payload;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Makes and stops the instances of one singleton, one at a time, and reports to the control path. */
final class Instances<M> {

    private static final Duration STUCK_REPORT = Duration.ofSeconds(10);

    private static final System.Logger LOG = System.getLogger(Instances.class.getName());

    private final KeyRuntime<M> runtime;
    private final ControlShell control;
    private final Stops stops;
    private volatile @Nullable InstanceRunner<M> runner;
    /** Of the last start that the control path has seen: the application may have called stop since. */
    private @Nullable Registration<M> registration;

    Instances(KeyRuntime<M> runtime, ControlShell control, Stops stops) {
        this.runtime = runtime;
        this.control = control;
        this.stops = stops;
    }

    /** From now on instances are made like this. On the control thread, like start. */
    void use(Registration<M> changed) {
        registration = changed;
    }

    void start(Optional<Payload> warm) {
        Registration<M> current = registration;
        if (current == null) {
            throw new IllegalStateException("Singleton " + runtime.key() + " is to start and was never registered");
        }
        runtime.counters().activationAttempts.increment();
        Tenure tenure = runtime.tenure(current.options());
        InstanceRunner<M> fresh = new InstanceRunner<>(current, runtime, tenure, new Reports(), warm);
        runner = fresh;
        runtime.lane().instance(fresh::wake);
        fresh.wake();
    }

    void stop(StopReason reason) {
        InstanceRunner<M> running = runner;
        if (running != null) {
            running.stop(reason);
            watch(running, reason, STUCK_REPORT);
        }
    }

    /** The time to drain is over. */
    void abandon() {
        InstanceRunner<M> running = runner;
        if (running != null) {
            running.abandon();
        }
    }

    /** A stop that takes long is told again and again: until it ends, no other node starts an instance. */
    private void watch(InstanceRunner<M> stopping, StopReason reason, Duration waited) {
        @SuppressWarnings("FutureReturnValueIgnored") // moot when the instance has stopped
        Future<?> unused = runtime.timer(
                () -> {
                    if (runner == stopping) {
                        LOG.log(
                                Level.WARNING,
                                "Singleton {0} has been stopping ({1}) for {2}; no other node starts an instance before"
                                        + " it is done",
                                runtime.key(),
                                reason,
                                waited);
                        watch(stopping, reason, waited.plus(STUCK_REPORT));
                    }
                },
                STUCK_REPORT,
                false);
    }

    /** Said where an operator looks first, before it matters. */
    private String unguarded() {
        Registration<M> registration = runtime.registration();
        boolean guarded = registration == null
                || registration.options().quorum() > 0
                || !registration.options().lease().equals(LeaseProviders.NO_LEASE);
        return guarded ? "" : " (without a lease or a quorum: if the cluster splits, each half runs an instance)";
    }

    private final class Reports implements InstanceReports {
        @Override
        public void started() {
            runtime.counters().activations.increment();
            runtime.lastActivationError(null);
            LOG.log(Level.INFO, "Singleton {0} runs on this node{1}", runtime.key(), unguarded());
            control.fire(new SingletonEvent.InstanceStarted(runtime.key()));
            control.instance(runtime.key().typeName(), new Event.InstanceStarted());
        }

        @Override
        public void failed(Throwable cause) {
            activationFailed(cause);
            ended(new Event.ActivationFailed());
        }

        private void activationFailed(Throwable cause) {
            runtime.counters().activationFailures.increment();
            runtime.lastActivationError(String.valueOf(cause));
            LOG.log(Level.WARNING, "Singleton " + runtime.key() + " could not be started here", cause);
            control.fire(new SingletonEvent.ActivationFailed(runtime.key(), cause));
        }

        @Override
        public void notRestarted(Throwable cause) {
            runtime.counters().activationAttempts.increment();
            control.fire(new SingletonEvent.InstanceStopped(runtime.key(), StopReason.FAILURE));
            activationFailed(cause);
            ended(new Event.InstanceDied(StopReason.FAILURE));
        }

        @Override
        public void died(StopReason reason) {
            control.fire(new SingletonEvent.InstanceStopped(runtime.key(), reason));
            ended(new Event.InstanceDied(reason));
        }

        @Override
        public void stopped(StopReason reason, Optional<Payload> warm) {
            if (reason == StopReason.MERGE) {
                LOG.log(
                        Level.WARNING,
                        "Singleton {0} has stopped on this node because two halves of the cluster merge: each may have run an"
                                + " instance until now. A quorum would have prevented that.",
                        runtime.key());
            } else {
                LOG.log(Level.INFO, "Singleton {0} has stopped on this node ({1})", runtime.key(), reason);
            }
            control.fire(new SingletonEvent.InstanceStopped(runtime.key(), reason));
            ended(new Event.InstanceStopped(warm));
        }

        @Override
        public void restarted() {
            runtime.counters().activationAttempts.increment();
            runtime.counters().activations.increment();
            control.fire(new SingletonEvent.InstanceStopped(runtime.key(), StopReason.FAILURE));
            control.fire(new SingletonEvent.InstanceStarted(runtime.key()));
        }

        private void ended(Event event) {
            runner = null;
            control.post(running -> {
                running.event(runtime.key().typeName(), event);
                // After the manager has decided: what is left in the mailbox waits for the next instance or goes on.
                if (runner == null) {
                    runtime.lane().noInstance();
                }
                stops.instanceEnded();
            });
        }
    }
}
