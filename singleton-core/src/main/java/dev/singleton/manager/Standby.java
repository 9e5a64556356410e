package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;
import dev.singleton.wire.Payload;
import java.util.Optional;

/**
 * Could host; is not elected, or a node that disagrees keeps it from hosting.
 *
 * @param parting an instance stopped here a short while ago
 */
record Standby(Ground ground, Optional<Parting> parting) implements ManagerState {

    @Override
    public State phase() {
        return State.STANDBY;
    }

    @Override
    public ManagerState with(Ground changed) {
        return new Standby(changed, parting);
    }

    @Override
    public LeaseUse leaseUse() {
        return LeaseUse.NONE;
    }

    @Override
    public Access access() {
        View view = ground.view();
        // The sender may know of the move before we do; but when we see another one hosting, it is the sender that is
        // late.
        boolean mayBecomeHost = view.standing() == Standing.ELIGIBLE && !view.blocked() && !view.electedPeerHosts();
        return mayBecomeHost ? new Access.Unsure() : new Access.Closed(view.electedPeer());
    }

    @Override
    public boolean settled() {
        return ground.claim().idle()
                && (parting.isEmpty() || parting.get().asked() || !ground.view().otherMayHost());
    }

    @Override
    public Step on(Event.ViewChanged event) {
        Ground next = ground.with(event.view());
        Optional<Parting> kept = Parting.within(event.view(), parting);
        boolean takesOver = event.view().selfElected() && !event.view().blocked();
        Step step = takesOver ? next.takeOver(kept.flatMap(Parting::warm)) : Step.of(new Standby(next, kept));
        boolean over = parting.isPresent() && (takesOver || kept.isEmpty());
        return over ? step.after(new Effect.Cancel(Timer.PARTING)) : step;
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        Optional<Payload> warm = parting.flatMap(Parting::warm).map(Warm::state);
        Optional<Parting> kept = Parting.askedBy(event, parting);
        Step step = Step.of(new Standby(ground, kept), ground.confirm(event, warm));
        return parting.isPresent() && kept.isEmpty() ? step.after(new Effect.Cancel(Timer.PARTING)) : step;
    }

    @Override
    public Step on(Event.TimerFired event) {
        boolean over = event.timer() == Timer.PARTING && event.ticket() == ground.ticket();
        return over ? Step.of(new Standby(ground, Optional.empty())) : ManagerState.super.on(event);
    }

    @Override
    public Step on(Event.OptOut event) {
        return Step.of(new Out(ground, Out.Why.STOPPED, parting));
    }
}
