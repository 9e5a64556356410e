package dev.singleton.manager;

import dev.singleton.SingletonStatus.State;

/**
 * A state of the manager of one singleton on one node. Read the states from top to bottom:
 *
 * <ul>
 *   <li>{@link Standby}: could host; is not elected.
 *   <li>{@link TakingOver}: elected; waits until every other member has confirmed that it runs nothing.
 *   <li>{@link Starting}: everybody has confirmed; the instance is being made.
 *   <li>{@link Hosting}: the instance runs.
 *   <li>{@link Pausing}: the instance died or could not be made; the next attempt follows.
 *   <li>{@link Stopping}: the instance is drained and stopped; who asked for it hears when that is done.
 *   <li>{@link Out}: this node was taken out of rotation.
 * </ul>
 *
 * <p>A lease, when there is one, is asked for in {@link TakingOver} and held from {@link Starting} to the end of {@link
 * Stopping}: these are the states in which this node may have an instance.
 */
public sealed interface ManagerState permits Standby, TakingOver, Starting, Hosting, Pausing, Stopping, Out {

    /** The first state of a manager that was not started yet. */
    static ManagerState initial(Settings settings, View view, long round) {
        return new Out(
                new Ground(settings, view, round, 0, 0, new Claim.Free(0)),
                Out.Why.NOT_STARTED,
                java.util.Optional.empty());
    }

    /** The answer to an event. */
    default Step handle(Event event) {
        return Leasing.settle(event.applyTo(this));
    }

    /** What every state stands on. */
    Ground ground();

    /** The same state on another ground. */
    ManagerState with(Ground ground);

    /** What this state has to do with the lease. */
    LeaseUse leaseUse();

    /** What is to be told of the lease. */
    default LeaseView lease() {
        return LeaseView.of(this);
    }

    /** The state's name for people. */
    State phase();

    /** What the state means for messages that other nodes send here. */
    Access access();

    /** Whether this node has announced, or is about to announce, that it is in rotation. */
    default boolean inRotation() {
        return true;
    }

    /** Whether an instance takes messages. */
    default boolean hosting() {
        return false;
    }

    /** Whether nothing is running, starting or stopping here, and no successor is still to ask for the state. */
    default boolean settled() {
        return false;
    }

    Step on(Event.ViewChanged event);

    Step on(Event.StandDownAsked event);

    default Step on(Event.Confirmed event) {
        return ignore("a confirmation of a round that is over");
    }

    default Step on(Event.Waits event) {
        return ignore("an answer of a round that is over");
    }

    default Step on(Event.TimerFired event) {
        return event.timer() == Timer.LEASE
                ? Leasing.retry(this, event.ticket())
                : ignore("a timer of an earlier state");
    }

    default Step on(Event.LeaseGranted event) {
        return Leasing.granted(this, event);
    }

    default Step on(Event.LeaseRefused event) {
        return Leasing.refused(this, event);
    }

    default Step on(Event.LeaseReleased event) {
        return Leasing.released(this);
    }

    default Step on(Event.LeaseLost event) {
        return Leasing.holds(this, event) ? leaseLost(event) : ignore("a lease that is not held any more");
    }

    /** The lease that was held is lost. */
    default Step leaseLost(Event.LeaseLost event) {
        return Leasing.lost(this, event);
    }

    default Step on(Event.InstanceStarted event) {
        return ignore("no instance is being started");
    }

    default Step on(Event.ActivationFailed event) {
        return ignore("no instance is being started");
    }

    default Step on(Event.InstanceDied event) {
        return ignore("no instance runs");
    }

    default Step on(Event.InstanceStopped event) {
        return ignore("no instance is being stopped");
    }

    default Step on(Event.OptIn event) {
        return ignore("already in rotation");
    }

    Step on(Event.OptOut event);

    default Step on(Event.RestartAsked event) {
        return ignore("no instance runs here");
    }

    private Step ignore(String why) {
        return Step.of(this, new Effect.Ignore(why));
    }
}
