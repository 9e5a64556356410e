package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;
import dev.singleton.wire.Payload;
import java.util.Optional;

/**
 * Not in rotation: never started, stopped by the application, or latched by the death of the instance. Only a start
 * brings it back; no membership event does.
 *
 * @param parting an instance stopped here a short while ago
 */
record Out(Ground ground, Why why, Optional<Parting> parting) implements ManagerState {

    enum Why {
        NOT_STARTED,
        STOPPED,
        LATCHED
    }

    @Override
    public State phase() {
        return why == Why.NOT_STARTED ? State.REF : State.OUT;
    }

    @Override
    public ManagerState with(Ground changed) {
        return new Out(changed, why, parting);
    }

    @Override
    public LeaseUse leaseUse() {
        return LeaseUse.NONE;
    }

    @Override
    public Access access() {
        return new Access.Closed(ground.view().electedPeer());
    }

    @Override
    public boolean inRotation() {
        return false;
    }

    @Override
    public boolean settled() {
        return ground.claim().idle()
                && (parting.isEmpty() || parting.get().asked() || !ground.view().otherMayHost());
    }

    @Override
    public Step on(Event.ViewChanged event) {
        Optional<Parting> kept = Parting.within(event.view(), parting);
        Step step = Step.of(new Out(ground.with(event.view()), why, kept));
        return kept.equals(parting) ? step : step.after(new Effect.Cancel(Timer.PARTING));
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        Optional<Payload> warm = parting.flatMap(Parting::warm).map(Warm::state);
        Optional<Parting> kept = Parting.askedBy(event, parting);
        Step step = Step.of(new Out(ground, why, kept), ground.confirm(event, warm));
        return parting.isPresent() && kept.isEmpty() ? step.after(new Effect.Cancel(Timer.PARTING)) : step;
    }

    @Override
    public Step on(Event.TimerFired event) {
        boolean over = event.timer() == Timer.PARTING && event.ticket() == ground.ticket();
        return over ? Step.of(new Out(ground, why, Optional.empty())) : ManagerState.super.on(event);
    }

    /**
     * A node that only referenced the singleton may have been elected already, and then no change of the view follows:
     * so the view decides now.
     */
    @Override
    public Step on(Event.OptIn event) {
        Ground next = ground.with(event.settings());
        if (!next.view().selfElected() || next.view().blocked()) {
            return Step.of(new Standby(next, parting));
        }
        Step step = next.takeOver(parting.flatMap(Parting::warm));
        return parting.isEmpty() ? step : step.after(new Effect.Cancel(Timer.PARTING));
    }

    @Override
    public Step on(Event.OptOut event) {
        return Step.of(new Out(ground, why == Why.NOT_STARTED ? why : Why.STOPPED, parting));
    }
}
