package dev.singleton.lease.cp;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.spi.Lease;
import org.jspecify.annotations.Nullable;

/**
 * One member of this JVM: the healer that keeps its place in the CP Subsystem, and its leases once there are any. Guarded
 * by its provider.
 */
final class Presence {

    private final HazelcastInstance hz;
    private final InForce inForce;
    private final Healer healer;
    private final Runnable leaseClosed;
    private @Nullable CpNode node;
    private int attendants;

    Presence(HazelcastInstance hz, InForce inForce, Runnable leaseClosed) {
        this.hz = hz;
        this.inForce = inForce;
        this.leaseClosed = leaseClosed;
        this.healer = new Healer(hz, inForce);
        healer.start();
    }

    HazelcastInstance hz() {
        return hz;
    }

    Lease lease(String typeName, Lease.Listener listener) {
        if (node == null) {
            Contact contact = new Contact(hz.getName(), inForce, healer, leaseClosed);
            node = new CpNode(
                    hz.getName(), inForce, new HazelcastArbiter(hz, inForce.group(), LargestTokens.HERE), contact);
            node.start();
        }
        CpLease lease = new CpLease(typeName, node, listener);
        node.add(lease);
        return lease;
    }

    void attend() {
        attendants++;
    }

    void leave() {
        attendants--;
    }

    /**
     * Ends what nobody uses.
     *
     * @return whether all has ended
     */
    boolean endUnused() {
        if (node != null && node.unused()) {
            node.end();
            node = null;
        }
        if (node == null && attendants == 0) {
            healer.end();
            return true;
        }
        return false;
    }
}
