package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.Optional;

/**
 * The instance is being made. A wish to stop it waits until it is there, for an instance cannot be stopped half-way.
 *
 * @param warm the predecessor's state; kept for the next attempt, or for whoever hosts instead
 * @param failures activations that failed in a row before this one
 * @param exit why it is stopped as soon as it is there
 */
record Starting(
        Ground ground,
        Optional<Payload> warm,
        int failures,
        Optional<StopReason> exit,
        Stopping.Next next,
        Askers askers)
        implements ManagerState {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    static Step begin(Ground ground, Optional<Payload> warm, int failures) {
        return again(ground.nextGeneration(), warm, failures);
    }

    /** The same node goes on, in the same generation. */
    static Step again(Ground ground, Optional<Payload> warm, int failures) {
        return Step.of(
                new Starting(ground, warm, failures, Optional.empty(), Stopping.Next.STAND_BY, Askers.NONE),
                new Effect.StartInstance(warm));
    }

    @Override
    public State phase() {
        return State.STARTING;
    }

    @Override
    public ManagerState with(Ground changed) {
        return new Starting(changed, warm, failures, exit, next, askers);
    }

    @Override
    public LeaseUse leaseUse() {
        return LeaseUse.IN_USE;
    }

    @Override
    public Access access() {
        return exit.isEmpty()
                ? new Access.Hold()
                : new Access.Closed(ground.view().electedPeer());
    }

    @Override
    public boolean inRotation() {
        return next != Stopping.Next.OUT;
    }

    @Override
    public Step on(Event.InstanceStarted event) {
        return exit.isEmpty()
                ? Step.of(new Hosting(ground))
                : Step.of(new Stopping(ground, next, askers), new Effect.StopInstance(exit.get()));
    }

    @Override
    public Step on(Event.ActivationFailed event) {
        return exit.isEmpty()
                ? Pausing.after(ground, warm, failures + 1, pauseAfter(failures + 1))
                : Stopping.stopped(ground, next, askers, warm);
    }

    /** It was not even begun: the lease had run out by then. */
    @Override
    public Step on(Event.InstanceStopped event) {
        return Stopping.stopped(ground, next, askers, warm);
    }

    @Override
    public Step leaseLost(Event.LeaseLost event) {
        return Leasing.lost(
                new Starting(ground, warm, failures, Optional.of(StopReason.LEASE_LOST), next, askers), event);
    }

    /** 1 s, 2 s, 4 s ... 30 s. */
    static Duration pauseAfter(int failures) {
        Duration pause = Duration.ofSeconds(1L << Math.min(failures - 1, 5));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    @Override
    public Step on(Event.ViewChanged event) {
        Ground changed = ground.with(event.view());
        Askers present = askers.within(event.view());
        Optional<StopReason> reason = exit;
        if (exit.isEmpty()
                && (event.view().standing() != Standing.ELIGIBLE || event.view().electedPeerHosts())) {
            reason = Optional.of(event.view().standing().stopReason());
        }
        return Step.of(new Starting(changed, warm, failures, reason, next, present));
    }

    @Override
    public Step on(Event.StandDownAsked event) {
        if (exit.isEmpty() && !ground.yieldsTo(event.from())) {
            return ground.decline(this, event);
        }
        return Step.of(
                new Starting(
                        ground,
                        warm,
                        failures,
                        exit.or(() -> Optional.of(ground.view().standing().stopReason())),
                        next,
                        askers.with(event)),
                ground.stillStopping(event.from(), event.round()));
    }

    @Override
    public Step on(Event.OptOut event) {
        return Step.of(new Starting(
                ground, warm, failures, exit.or(() -> Optional.of(StopReason.STOPPED)), Stopping.Next.OUT, askers));
    }

    @Override
    public Step on(Event.OptIn event) {
        return next == Stopping.Next.OUT
                ? Step.of(new Starting(
                        ground.with(event.settings()), warm, failures, exit, Stopping.Next.STAND_BY, askers))
                : ManagerState.super.on(event);
    }
}
