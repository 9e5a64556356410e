package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import java.time.Duration;
import java.util.Optional;

/** The instance runs. */
record Hosting(Ground ground) implements ManagerState {

    private static final Duration PAUSE_AFTER_DEATH = Duration.ofSeconds(1);

    @Override
    public State phase() {
        return State.HOSTING;
    }

    @Override
    public ManagerState with(Ground changed) {
        return new Hosting(changed);
    }

    @Override
    public LeaseUse leaseUse() {
        return LeaseUse.IN_USE;
    }

    @Override
    public Access access() {
        return new Access.Open();
    }

    @Override
    public boolean hosting() {
        return true;
    }

    /**
     * That another node is elected does not stop an instance: its question does, so that the gap is as short as can be.
     * But when the elected one runs an instance too, as after a partition, this one is too many.
     */
    @Override
    public Step on(Event.ViewChanged event) {
        Ground next = ground.with(event.view());
        Standing standing = event.view().standing();
        return standing != Standing.ELIGIBLE || event.view().electedPeerHosts()
                ? Stopping.begin(next, standing.stopReason(), Stopping.Next.STAND_BY, Askers.NONE)
                : Step.of(new Hosting(next));
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        if (!ground.yieldsTo(event.from())) {
            return ground.decline(this, event);
        }
        return Stopping.begin(ground, StopReason.MOVED, Stopping.Next.STAND_BY, Askers.NONE.with(event))
                .after(ground.stillStopping(event.from(), event.round()));
    }

    @Override
    public Step on(Event.InstanceDied event) {
        return ground.settings().restartOnTermination()
                ? Pausing.after(ground, Optional.empty(), 0, PAUSE_AFTER_DEATH)
                : Step.of(new Out(ground, Out.Why.LATCHED, Optional.empty()), new Effect.Latched());
    }

    @Override
    public Step leaseLost(Event.LeaseLost event) {
        return Stopping.lostLease(ground, Stopping.Next.STAND_BY, Askers.NONE, event);
    }

    @Override
    public Step on(Event.RestartAsked event) {
        return Stopping.begin(ground, StopReason.RESTART, Stopping.Next.START_ANEW, Askers.NONE);
    }

    @Override
    public Step on(Event.OptOut event) {
        return Stopping.begin(ground, StopReason.STOPPED, Stopping.Next.OUT, Askers.NONE);
    }
}
