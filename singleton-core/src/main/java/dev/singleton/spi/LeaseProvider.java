package dev.singleton.spi;

import dev.singleton.NodeId;

/**
 * Gives leases; found by its name among those that the node was given, as CDI beans, and through {@link
 * java.util.ServiceLoader}, in this order. It must pass {@code LeaseContractTest}, which is in the test-jar of the core.
 * Any thread.
 */
public interface LeaseProvider {

    /** The name in the setting {@code lease}: lower-case letters, digits and dashes, and not {@code none}. */
    String name();

    /**
     * Names the arbiter, and what else must be the same for all who ask it: nodes that name different ones could each get
     * the lease, so they disagree as if their providers had different names. Empty when there can only be one.
     */
    default String arbiter() {
        return "";
    }

    /**
     * A node uses this provider from now on, also one that asks for no lease because it only references: what the arbiter
     * needs of every node is kept until the node closes what is returned. Does not block for longer than a local check.
     *
     * @throws dev.singleton.SingletonConfigurationException as {@link #lease}
     */
    default AutoCloseable attend(NodeId self) {
        return () -> {};
    }

    /**
     * The lease of one singleton for one node. Does not block for longer than a local check takes, and acquires nothing.
     *
     * @param typeName at most 255 characters; leases of different names never collide
     * @param self the node, as its membership names it at this moment
     * @throws dev.singleton.SingletonConfigurationException when leases cannot be had here; the text names the value, the
     *     reason and the mend
     */
    Lease lease(String typeName, NodeId self, Lease.Listener listener);
}
