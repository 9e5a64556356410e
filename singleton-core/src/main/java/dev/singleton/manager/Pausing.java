package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.Optional;

/**
 * The instance died or could not be made. This node still has everybody's confirmation and starts the next one when the
 * pause is over; no membership event shortens it. A lease is not held over an instance that is gone: with one, the next
 * instance begins with asking for it.
 *
 * @param warm the predecessor's state, when no instance has taken it yet
 * @param failures activations that failed in a row
 */
record Pausing(Ground ground, Optional<Payload> warm, int failures) implements ManagerState {

    static Step after(Ground ground, Optional<Payload> warm, int failures, Duration pause) {
        Ground next = ground.nextTicket();
        return Step.of(new Pausing(next, warm, failures), new Effect.Arm(Timer.RETRY, next.ticket(), pause));
    }

    @Override
    public State phase() {
        return State.PAUSING;
    }

    @Override
    public ManagerState with(Ground changed) {
        return new Pausing(changed, warm, failures);
    }

    @Override
    public LeaseUse leaseUse() {
        return LeaseUse.NONE;
    }

    @Override
    public Access access() {
        return new Access.Hold();
    }

    @Override
    public Step on(Event.TimerFired event) {
        boolean over = event.timer() == Timer.RETRY && event.ticket() == ground.ticket();
        return over ? again() : ManagerState.super.on(event);
    }

    @Override
    public Step on(Event.ViewChanged event) {
        Ground next = ground.with(event.view());
        return event.view().standing() != Standing.ELIGIBLE || event.view().electedPeerHosts()
                ? Step.of(new Standby(next, Optional.empty()), new Effect.Cancel(Timer.RETRY))
                : Step.of(new Pausing(next, warm, failures));
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        return ground.yieldsTo(event.from())
                ? ground.settle(warm.map(state -> Warm.of(state).to(event.from())))
                        .after(new Effect.Cancel(Timer.RETRY), ground.confirm(event, warm))
                : ground.decline(this, event);
    }

    @Override
    public Step on(Event.RestartAsked event) {
        return again().after(new Effect.Cancel(Timer.RETRY));
    }

    private Step again() {
        return ground.settings().leased()
                ? ground.takeOver(warm.map(Warm::of), failures)
                : Starting.begin(ground, warm, failures);
    }

    @Override
    public Step on(Event.OptOut event) {
        return Step.of(new Out(ground, Out.Why.STOPPED, Optional.empty()), new Effect.Cancel(Timer.RETRY));
    }
}
