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
    public ManagerState with(Ground changed) {
        return new Stopping(changed, next, askers);
    }

    @Override
    public LeaseUse leaseUse() {
        return LeaseUse.IN_USE;
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

    /** No drain any more: what the instance has not handled goes on to whoever hosts next. */
    @Override
    public Step leaseLost(Event.LeaseLost event) {
        return lostLease(ground, next == Next.START_ANEW ? Next.STAND_BY : next, askers, event);
    }

    /** The lease is asked for again only when the instance is gone. */
    static Step lostLease(Ground ground, Next next, Askers askers, Event.LeaseLost event) {
        return Leasing.lost(new Stopping(ground, next, askers), event)
                .and(new Effect.StopInstance(StopReason.LEASE_LOST));
    }

    /** It ended by itself before it could be stopped. */
    @Override
    public Step on(Event.InstanceDied event) {
        return stopped(ground, next, askers, Optional.empty());
    }

    /** Nothing runs here any more: confirm to whoever asked, then do what comes next. */
    static Step stopped(Ground ground, Next next, Askers askers, Optional<Payload> warm) {
        if (next == Next.START_ANEW) {
            // Under the same lease no other node has run an instance, and the next one's token is larger just by one.
            return ground.settings().leased() ? Starting.again(ground, warm, 0) : Starting.begin(ground, warm, 0);
        }
        return parted(ground, next, askers, warm).after(askers.confirmations(ground, warm));
    }

    private static Step parted(Ground ground, Next next, Askers askers, Optional<Payload> warm) {
        Optional<Warm> left = askers.given(warm);
        if (left.isEmpty() && !askers.isEmpty()) {
            return next == Next.OUT ? Step.of(new Out(ground, Out.Why.STOPPED, Optional.empty())) : ground.settle(left);
        }
        if (next == Next.OUT) {
            Ground parted = ground.nextTicket();
            return Step.of(new Out(parted, Out.Why.STOPPED, Optional.of(new Parting(left))), Parting.arm(parted));
        }
        // Elected again meanwhile: a full round begins, with the state as the first offer.
        return ground.view().selfElected() && !ground.view().blocked() ? ground.takeOver(left) : ground.part(left);
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
        // What Hosting and Starting look at is looked at here too: no later change of the view may repeat it.
        boolean mayRun =
                event.view().standing() == Standing.ELIGIBLE && !event.view().electedPeerHosts();
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
