package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.wire.Payload;
import java.util.Optional;

/**
 * The instance is drained and stopped. Whoever asked hears of it only after {@code postStop} has returned.
 *
 * @param next what follows
 * @param askers who waits for the confirmation
 */
record Stopping(Ground ground, Next next, Askers askers) implements ManagerState {

    enum Next {
        STAND_BY,
        OUT,
        START_ANEW
    }

    static Step begin(Ground ground, StopReason reason, Next next, Askers askers) {
        return Step.of(new Stopping(ground, next, askers), new Effect.StopInstance(reason));
    }

    @Override
    public State phase() {
        return State.STOPPING;
    }

    @Override
    public Access access() {
        return next == Next.START_ANEW
                ? new Access.Hold()
                : new Access.Closed(ground.view().electedPeer());
    }

    @Override
    public boolean inRotation() {
        return next != Next.OUT;
    }

    @Override
    public Step on(Event.InstanceStopped event) {
        return stopped(ground, next, askers, event.warm());
    }

    /** It ended by itself before it could be stopped. */
    @Override
    public Step on(Event.InstanceDied event) {
        return stopped(ground, next, askers, Optional.empty());
    }

    /** Nothing runs here any more: confirm to whoever asked, then do what comes next. */
    static Step stopped(Ground ground, Next next, Askers askers, Optional<Payload> warm) {
        if (next == Next.START_ANEW) {
            return Starting.begin(ground, warm, 0);
        }
        if (!askers.isEmpty()) {
            Step step =
                    next == Next.OUT ? Step.of(new Out(ground, Out.Why.STOPPED, Optional.empty())) : ground.settle();
            return step.after(askers.confirmations(ground, warm));
        }
        Ground parted = ground.nextTicket();
        Optional<Parting> parting = Optional.of(new Parting(warm));
        if (next == Next.OUT) {
            return Step.of(new Out(parted, Out.Why.STOPPED, parting), Parting.arm(parted));
        }
        // Elected again meanwhile: begin a full round, with the state that nobody else has asked for.
        return ground.view().selfElected() && !ground.view().blocked()
                ? ground.takeOver(warm)
                : Step.of(new Standby(parted, parting), Parting.arm(parted));
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        if (next == Next.START_ANEW && !ground.yieldsTo(event.from())) {
            return ground.decline(this, event);
        }
        Next changed = next == Next.START_ANEW ? Next.STAND_BY : next;
        return Step.of(
                new Stopping(ground, changed, askers.with(event)), ground.stillStopping(event.from(), event.round()));
    }

    @Override
    public Step on(Event.ViewChanged event) {
        boolean mayRun = event.view().standing() == Standing.ELIGIBLE;
        Next changed = next == Next.START_ANEW && !mayRun ? Next.STAND_BY : next;
        return Step.of(new Stopping(ground.with(event.view()), changed, askers.within(event.view())));
    }

    @Override
    public Step on(Event.OptOut event) {
        return Step.of(new Stopping(ground, Next.OUT, askers));
    }

    @Override
    public Step on(Event.OptIn event) {
        return next == Next.OUT
                ? Step.of(new Stopping(ground.with(event.settings()), Next.STAND_BY, askers))
                : ManagerState.super.on(event);
    }
}
