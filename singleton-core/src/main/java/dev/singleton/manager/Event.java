package dev.singleton.manager;

import dev.singleton.NodeId;
import dev.singleton.StopReason;
import dev.singleton.wire.Payload;
import java.util.Optional;

/** What a manager is told. */
public sealed interface Event {

    /** Java 17 has no switch over sealed types: the event knows which method it is. */
    Step applyTo(ManagerState state);

    /** Whatever the node knows of the cluster changed. */
    record ViewChanged(View view) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** A member, proved by the transport and in the view, asks this node to stand down. */
    record StandDownAsked(NodeId from, long round) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /**
     * A member confirmed: it runs nothing. So did one that runs no singleton node at all.
     *
     * @param generation the highest one that it knows of; 0 for none
     */
    record Confirmed(NodeId from, long round, long generation, Optional<Payload> warm) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** A member answered, but not with a confirmation: it is still stopping, or it declines. */
    record Waits(NodeId from, long round, boolean stopping, String reason) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** An armed timer fired; one with an old ticket does not count. */
    record TimerFired(Timer timer, long ticket) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The outcome of StartInstance. */
    record InstanceStarted() implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The other outcome of StartInstance: construction, restore or {@code preStart} threw. */
    record ActivationFailed() implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The instance ended by itself; its {@code postStop} has returned. */
    record InstanceDied(StopReason reason) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The outcome of StopInstance: {@code postStop} has returned. */
    record InstanceStopped(Optional<Payload> warm) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The application starts the singleton on this node. */
    record OptIn(Settings settings) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The application takes this node out of rotation. */
    record OptOut() implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** Somebody wants the instance started anew. */
    record RestartAsked() implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /**
     * The lease is held.
     *
     * @param token larger than that of every earlier holder
     */
    record LeaseGranted(long attempt, long token) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The lease was not granted: another node holds it, or the arbiter did not answer. */
    record LeaseRefused(long attempt, String why) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The release is through, or the arbiter may not have seen it: then the lease runs out there. */
    record LeaseReleased() implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }

    /** The lease that came of this attempt is no longer held. It was invalid before anything heard of it. */
    record LeaseLost(long attempt, String reason) implements Event {
        @Override
        public Step applyTo(ManagerState state) {
            return state.on(this);
        }
    }
}
