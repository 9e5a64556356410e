package dev.singleton;

/** Why an instance stopped. */
public enum StopReason {
    /** Another node hosts from now on. Planned. */
    MOVED,
    /** This node leaves the cluster. Planned. */
    LEAVING,
    /** {@link ClusterSingletons#stop} was called on this node. Planned. */
    STOPPED,
    /** {@link ClusterSingletons#restart} was called. Planned. */
    RESTART,
    /** The actor threw. */
    FAILURE,
    /** The actor called {@link SingletonContext#stopSelf()}. */
    STOP_SELF,
    /** The lease is no longer held. */
    LEASE_LOST,
    /** This node sees fewer members than the quorum. */
    QUORUM_LOST,
    /** Two halves of a split cluster merge, and this node is on the side that joins the other. */
    MERGE;

    /** Whether the stop was wanted, so that everything accepted is handled first and warm state is handed over. */
    public boolean planned() {
        return this == MOVED || this == LEAVING || this == STOPPED || this == RESTART;
    }
}
