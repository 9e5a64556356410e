package dev.singleton;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one node knows of one singleton at one moment; for diagnostics.
 *
 * @param key the singleton
 * @param state what this node does for it
 * @param owner the node that hosts now, as far as this node knows
 * @param locallyOwned whether that is this node
 * @param lease the state of the lease
 * @param fencingToken the token of the lease, while it is held
 * @param buffered messages told here that have not been accepted by a host
 * @param held messages received here that wait for an instance
 * @param handOverInProgress whether this node waits for others to stand down, or stands down itself
 * @param lastActivationError the last failure of construction or {@code preStart}; empty after a success
 * @param disagreements peers whose settings differ: what must be equal, and what only should
 * @param stats counters
 */
public record SingletonStatus(
        SingletonKey<?> key,
        State state,
        Optional<NodeId> owner,
        boolean locallyOwned,
        LeaseState lease,
        OptionalLong fencingToken,
        int buffered,
        int held,
        boolean handOverInProgress,
        Optional<String> lastActivationError,
        List<Disagreement> disagreements,
        SingletonStats stats) {

    public SingletonStatus {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(state, "state");
        disagreements = List.copyOf(disagreements);
    }

    /** What a node does for a singleton. */
    public enum State {
        /** Only references it. */
        REF,
        /** Could host; another node does, or nobody may. */
        STANDBY,
        /** Elected; waits for the others to confirm that they run none. */
        TAKING_OVER,
        /** Constructs the instance. */
        STARTING,
        /** Runs the instance. */
        HOSTING,
        /** Drains and stops the instance. */
        STOPPING,
        /** Waits before the next attempt to start an instance. */
        PAUSING,
        /** Taken out of rotation. */
        OUT
    }

    /** The state of a lease. */
    public enum LeaseState {
        /** The singleton runs without one. */
        NONE,
        /** Not held, not wanted. */
        RELEASED,
        /** Asked for. */
        ACQUIRING,
        /** Held. */
        HELD,
        /** Was held and is lost. */
        LOST
    }

    /**
     * A difference between this node's settings and a peer's.
     *
     * @param peer the other node
     * @param difference names the setting and both values
     * @param incompatible true when it must be equal everywhere: the two nodes neither host for nor deliver to each other
     */
    public record Disagreement(NodeId peer, String difference, boolean incompatible) {}
}
