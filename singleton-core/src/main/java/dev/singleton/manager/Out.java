package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;
import dev.singleton.wire.Payload;
import java.util.Optional;

/**
 * Not in rotation: never started, stopped by the application, or latched by the death of the instance. Only a start
 * brings it back; no membership event does.
 *
 * @param parting an instance stopped here and nobody has asked yet
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
    public Access access() {
        return new Access.Closed(ground.view().electedPeer());
    }

    @Override
    public boolean inRotation() {
        return false;
    }

    @Override
    public boolean settled() {
        return parting.isEmpty() || !ground.view().otherMayHost();
    }

    @Override
    public Step on(Event.ViewChanged event) {
        return Step.of(new Out(ground.with(event.view()), why, parting));
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        Optional<Payload> warm = parting.flatMap(Parting::warm);
        Step step = Step.of(new Out(ground, why, Optional.empty()), ground.confirm(event.from(), event.round(), warm));
        return parting.isEmpty() ? step : step.after(new Effect.Cancel(Timer.PARTING));
    }

    @Override
    public Step on(Event.TimerFired event) {
        boolean over = event.timer() == Timer.PARTING && event.ticket() == ground.ticket();
        return over ? Step.of(new Out(ground, why, Optional.empty())) : ManagerState.super.on(event);
    }

    /** The announcement that this node is back changes the view, and the view decides. */
    @Override
    public Step on(Event.OptIn event) {
        return Step.of(new Standby(ground.with(event.settings()), parting));
    }

    @Override
    public Step on(Event.OptOut event) {
        return Step.of(new Out(ground, why == Why.NOT_STARTED ? why : Why.STOPPED, parting));
    }
}
