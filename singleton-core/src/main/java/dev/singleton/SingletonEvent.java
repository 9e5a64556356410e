package dev.singleton;

import java.util.List;
import java.util.Optional;

/** Something that happened to a singleton, as this node saw it. */
public sealed interface SingletonEvent {

    /** The singleton that it happened to. */
    SingletonKey<?> key();

    /** An instance runs on this node. */
    record InstanceStarted(SingletonKey<?> key) implements SingletonEvent {}

    /** The instance on this node has stopped; {@code postStop} has returned. */
    record InstanceStopped(SingletonKey<?> key, StopReason reason) implements SingletonEvent {}

    /** Another node hosts, or none. */
    record OwnerChanged(SingletonKey<?> key, Optional<NodeId> previous, Optional<NodeId> owner)
            implements SingletonEvent {}

    /** This node hosts although these members never answered: they may still run an instance. */
    record HandOverTimedOut(SingletonKey<?> key, List<NodeId> silentPeers) implements SingletonEvent {
        public HandOverTimedOut {
            silentPeers = List.copyOf(silentPeers);
        }
    }

    /** This node holds the lease. */
    record LeaseAcquired(SingletonKey<?> key, long token) implements SingletonEvent {}

    /** This node no longer holds the lease. */
    record LeaseLost(SingletonKey<?> key, String reason) implements SingletonEvent {}

    /** Construction or {@code preStart} of an instance failed; another attempt follows. */
    record ActivationFailed(SingletonKey<?> key, Throwable cause) implements SingletonEvent {}

    /** A message told on this node could not be delivered. */
    record DeadLetter(SingletonKey<?> key, Object message, DeadLetterReason reason) implements SingletonEvent {}

    /** A peer has a different value for a setting that must be equal everywhere. */
    record Incompatible(SingletonKey<?> key, NodeId peer, String difference) implements SingletonEvent {}
}
