package dev.singleton.node;

import dev.singleton.SingletonActor;
import dev.singleton.StopReason;
import dev.singleton.wire.Payload;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One activation: makes the actor, gives it one message after the other, restarts it within the budget, and stops it.
 * Runs as a task on the workers while there is something to do, and occupies no thread while there is not.
 */
final class InstanceRunner<M> {

    /** Messages in one turn, so that a busy instance gives its thread back now and then. */
    private static final int TURN = 256;

    private static final System.Logger LOG = System.getLogger(InstanceRunner.class.getName());

    private final Registration<M> registration;
    private final KeyRuntime<M> runtime;
    private final Tenure tenure;
    private final InstanceReports reports;
    private final WarmStates warmStates;
    private final RestartBudget budget;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile @Nullable StopReason stop;
    private volatile boolean abandoned;
    private Optional<Payload> warm;
    private boolean begun;
    private @Nullable SingletonActor<M> actor;
    private @Nullable ActorContext<M> context;
    private boolean over;

    InstanceRunner(
            Registration<M> registration,
            KeyRuntime<M> runtime,
            Tenure tenure,
            InstanceReports reports,
            Optional<Payload> warm) {
        this.registration = registration;
        this.runtime = runtime;
        this.tenure = tenure;
        this.warmStates = new WarmStates(registration);
        this.reports = reports;
        this.warm = warm;
        this.budget = new RestartBudget(
                registration.options().supervisionMaxRestarts(),
                Nanos.of(registration.options().supervisionWithin()));
    }

    /** There may be something to do. Never blocks. */
    void wake() {
        if (scheduled.compareAndSet(false, true)) {
            runtime.work(this::turn);
        }
    }

    /** Stop: after everything accepted when the reason is planned, after the message in hand when not. */
    void stop(StopReason reason) {
        stop = reason;
        wake();
    }

    /** The time to drain is over. */
    void abandon() {
        abandoned = true;
        wake();
    }

    private void turn() {
        boolean more = false;
        try {
            more = !over && work();
        } catch (Throwable fault) {
            // An instance in an unknown state is a dead one; one that is forgotten would never be woken again.
            LOG.log(Level.ERROR, "Singleton " + registration.key() + " failed outside of its actor; it dies", fault);
            die(StopReason.FAILURE);
        } finally {
            scheduled.set(false);
        }
        // What came between the last look and the line above woke nobody.
        if (!over && (more || stop != null || !runtime.lane().mailboxEmpty())) {
            wake();
        }
    }

    /** Whether there is more to do now. */
    private boolean work() {
        if (!begun && (leaseIsOver() ? neverBegin() : !begin())) {
            return false;
        }
        for (int done = 0; done < TURN; done++) {
            StopReason reason = leaseIsOver() ? StopReason.LEASE_LOST : stop;
            if (reason != null) {
                endTimers();
            }
            if (reason != null && (!reason.planned() || abandoned)) {
                return end(reason);
            }
            Letter letter = runtime.lane().take();
            if (letter == null) {
                return reason != null && end(reason);
            }
            handle(letter);
            if (over) {
                return false;
            }
        }
        return true;
    }

    /** By this node's own clocks, before each message: nothing is handled any more, whoever else knows of it already. */
    private boolean leaseIsOver() {
        if (tenure.valid()) {
            return false;
        }
        // Before the report of the end, which follows: it is expected only then.
        tenure.over();
        return true;
    }

    private boolean neverBegin() {
        begun = true;
        over = true;
        reports.stopped(StopReason.LEASE_LOST, Optional.empty());
        return true;
    }

    /** What is accepted is drained before a stop; what an instance says to itself meanwhile would never end. */
    private void endTimers() {
        ActorContext<M> itsContext = context;
        if (itsContext != null) {
            itsContext.endTimers();
        }
    }

    private boolean begin() {
        begun = true;
        Optional<Payload> state = warm;
        warm = Optional.empty();
        try {
            activate(state);
        } catch (Throwable failure) {
            over = true;
            reports.failed(failure);
            return false;
        }
        reports.started();
        return true;
    }

    private void activate(Optional<Payload> state) throws Exception {
        SingletonActor<M> fresh = make();
        if (state.isPresent() && !warmStates.restored(fresh, state.get())) {
            // The first one may be half-way between two states.
            fresh = make();
        }
        ActorContext<M> itsContext = new ActorContext<>(runtime, tenure);
        fresh.preStart(itsContext);
        actor = fresh;
        context = itsContext;
    }

    private SingletonActor<M> make() {
        SingletonActor<M> fresh = registration.actor().get();
        if (fresh == null) {
            throw new IllegalStateException("The supplier of singleton " + registration.key() + " gave null");
        }
        return fresh;
    }

    @SuppressWarnings("NullAway") // both are set by a successful activation, and nothing is handled without one
    private void handle(Letter letter) {
        if (letter.timer() != null && !context.isCurrent(letter.timer())) {
            return;
        }
        M message = runtime.decode(letter);
        if (message == null) {
            return;
        }
        context.begin(letter);
        try {
            actor.receive(message, context);
        } catch (Throwable failure) {
            context.fail(failure);
            supervise(message, failure);
            return;
        } finally {
            if (context != null) {
                context.finish();
            }
        }
        if (context.stopsSelf()) {
            LOG.log(Level.INFO, "Singleton {0} stopped itself", registration.key());
            die(StopReason.STOP_SELF);
        }
    }

    private void supervise(M message, Throwable failure) {
        String where = "Singleton " + registration.key() + " threw while it handled a "
                + message.getClass().getName();
        switch (registration.options().supervisionStrategy()) {
            case RESUME -> LOG.log(Level.WARNING, where + "; the same instance goes on", failure);
            case STOP -> {
                LOG.log(Level.WARNING, where + "; the instance stops", failure);
                die(StopReason.FAILURE);
            }
            case RESTART -> {
                if (budget.take(System.nanoTime())) {
                    LOG.log(Level.WARNING, where + "; a new instance takes over", failure);
                    restart(StopReason.FAILURE);
                } else {
                    LOG.log(
                            Level.ERROR,
                            where + "; no restart is left within "
                                    + registration.options().supervisionWithin() + ", the instance dies",
                            failure);
                    die(StopReason.FAILURE);
                }
            }
        }
    }

    private void restart(StopReason reason) {
        postStop(reason);
        if (leaseIsOver()) {
            over = true;
            reports.stopped(StopReason.LEASE_LOST, Optional.empty());
            return;
        }
        try {
            activate(Optional.empty());
        } catch (Throwable failure) {
            over = true;
            reports.notRestarted(failure);
            return;
        }
        reports.restarted();
    }

    private void die(StopReason reason) {
        if (drains()) {
            // What was accepted is handled here, by one more object: elsewhere, later messages may have arrived
            // already.
            restart(reason);
            return;
        }
        postStop(reason);
        over = true;
        reports.died(reason);
    }

    private boolean drains() {
        StopReason reason = stop;
        return reason != null
                && reason.planned()
                && !abandoned
                && !runtime.lane().mailboxEmpty();
    }

    private boolean end(StopReason reason) {
        SingletonActor<M> stopped = actor;
        postStop(reason);
        over = true;
        reports.stopped(reason, reason.planned() && stopped != null ? warmStates.of(stopped) : Optional.empty());
        return false;
    }

    private void postStop(StopReason reason) {
        SingletonActor<M> stopping = actor;
        ActorContext<M> itsContext = context;
        actor = null;
        context = null;
        if (stopping == null || itsContext == null) {
            return;
        }
        itsContext.stopping(reason);
        try {
            stopping.postStop(itsContext);
        } catch (Throwable failure) {
            LOG.log(Level.WARNING, "Singleton " + registration.key() + " threw in postStop; it is stopped", failure);
        }
    }
}
