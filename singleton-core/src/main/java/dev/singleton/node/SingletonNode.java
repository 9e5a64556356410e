package dev.singleton.node;

import dev.singleton.ClusterSingletons;
import dev.singleton.NodeId;
import dev.singleton.spi.Lease;
import java.util.Map;

/** A node with what its surroundings need beyond {@link ClusterSingletons}; for adapters. */
public interface SingletonNode extends ClusterSingletons {

    /**
     * Tells the peers that the application has finished starting: from now on this node may be elected. Idempotent.
     * Until then, it hosts nothing.
     */
    void up();

    /**
     * Says that a key which is not started by now is not going to be hosted here, so that a node which only references
     * a singleton (or has never heard of it) is not elected for it. A later {@code start} of a key still counts.
     */
    void declareComplete();

    /** Whether this node is a member of the cluster, has said that it is up and is not leaving. */
    boolean ready();

    /**
     * Of each lease provider in use here, by its name, whether leases can be had: of several singletons, the worst. Reads
     * local state and answers at once.
     */
    Map<String, Lease.Condition> leases();

    /** This member. */
    NodeId self();
}
