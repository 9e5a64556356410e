package dev.singleton.lease.cp;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.spi.Lease;
import dev.singleton.spi.LeaseProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The leases {@code cp}: locks in Hazelcast's CP Subsystem, granted by a majority of its members.
 *
 * <p>A node loses its leases {@code session-ttl - margin} after the last sign of life that was confirmed, by its own clocks;
 * others get them {@code session-ttl} after it at the earliest, by the clock of the group's leader. An attempt waits at most
 * {@code session-ttl + heartbeat + 2 s} for another holder, and {@code operation-timeout} for an arbiter that says nothing.
 *
 * <p>Any thread.
 */
public final class CpLeaseProvider implements LeaseProvider {

    private final CpLeaseSettings settings;
    private final @Nullable HazelcastInstance instance;
    private final List<Presence> presences = new ArrayList<>();
    /** Members whose guarantee and warnings are in the log. */
    private final Set<UUID> told = new HashSet<>();

    /** With the defaults, for the {@link java.util.ServiceLoader}. */
    public CpLeaseProvider() {
        this(CpLeaseSettings.defaults());
    }

    /** For any Hazelcast instance of this class loader. */
    public CpLeaseProvider(CpLeaseSettings settings) {
        this.settings = settings;
        this.instance = null;
    }

    /** For this embedded member; a container's proxy of one will do. */
    public CpLeaseProvider(CpLeaseSettings settings, HazelcastInstance instance) {
        this.settings = settings;
        this.instance = instance;
    }

    /**
     * Prepares the configuration of a member before it starts: number of CP members, sessions, elections. A CP Subsystem that
     * it has already is left as it is; whether it fits is checked when the first lease is asked for. An attribute of the
     * member says that it is prepared, so that the others can name those that are not. All members of a cluster must be
     * prepared, from the first one on.
     *
     * @return the same configuration
     * @throws SingletonConfigurationException when this version of Hazelcast has no CP Subsystem
     */
    public static Config configure(Config config, CpLeaseSettings settings) {
        CpConfig.prepare(config, settings);
        return config;
    }

    @Override
    public String name() {
        return "cp";
    }

    /** The CP group, and the time to live, with which a holder and those who wait for its death must count alike. */
    @Override
    public String arbiter() {
        return settings.group() + ", session-ttl " + settings.sessionTtl();
    }

    @Override
    public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
        synchronized (presences) {
            return presence(self).lease(typeName, listener);
        }
    }

    /**
     * Keeps the place of a member in the CP Subsystem, until it is closed, also while the member asks for no lease: a member
     * that only refers to singletons is one of the majority all the same. Does nothing but watch when {@code auto-promote}
     * is off.
     *
     * @throws SingletonConfigurationException as {@link #lease}
     */
    @Override
    public AutoCloseable attend(NodeId self) {
        synchronized (presences) {
            Presence presence = presence(self);
            presence.attend();
            AtomicBoolean closed = new AtomicBoolean();
            return () -> {
                if (closed.compareAndSet(false, true)) {
                    synchronized (presences) {
                        presence.leave();
                        endUnused();
                    }
                }
            };
        }
    }

    private Presence presence(NodeId self) {
        for (Presence known : presences) {
            if (Instances.is(known.hz(), self)) {
                return known;
            }
        }
        HazelcastInstance hz = instance != null && Instances.is(instance, self) ? instance : Instances.find(self);
        InForce inForce = CpConfig.check(hz, settings, told.contains(self.uuid()));
        told.add(self.uuid());
        Presence presence = new Presence(hz, inForce, this::endUnused);
        presences.add(presence);
        return presence;
    }

    private void endUnused() {
        synchronized (presences) {
            presences.removeIf(Presence::endUnused);
        }
    }
}
