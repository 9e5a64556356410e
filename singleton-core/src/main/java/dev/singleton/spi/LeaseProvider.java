package dev.singleton.spi;

import dev.singleton.NodeId;

/** Gives leases; found by its name, through {@link java.util.ServiceLoader} or as a bean. */
public interface LeaseProvider {

    /** The name in the setting {@code lease}. */
    String name();

    /**
     * The lease of one singleton for this node. Does not block and acquires nothing.
     *
     * @throws dev.singleton.SingletonConfigurationException when leases cannot be had here; the text names the mend
     */
    Lease lease(String typeName, NodeId self, Lease.Listener listener);
}
