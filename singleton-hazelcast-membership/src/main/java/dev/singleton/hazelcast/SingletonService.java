package dev.singleton.hazelcast;

import com.hazelcast.internal.services.ManagedService;
import com.hazelcast.internal.services.MembershipAwareService;
import com.hazelcast.internal.services.MembershipServiceEvent;
import com.hazelcast.spi.impl.NodeEngine;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What a prepared instance tells in addition: changes of the member list on a thread that no listener of the application
 * can hold up, and an end that Hazelcast makes of itself without any event.
 */
final class SingletonService implements ManagedService, MembershipAwareService {

    static final String NAME = "dev.singleton";

    private volatile @Nullable NodeEngine nodeEngine;

    /** For Hazelcast. */
    SingletonService() {}

    @Override
    public void init(NodeEngine engine, Properties properties) {
        nodeEngine = engine;
    }

    @Override
    public void reset() {
        // A merge: it has lifecycle events.
    }

    @Override
    public void shutdown(boolean terminate) {
        HazelcastMembership membership = membership();
        if (membership != null) {
            membership.stopped();
        }
    }

    @Override
    public void memberAdded(MembershipServiceEvent event) {
        membersChanged();
    }

    @Override
    public void memberRemoved(MembershipServiceEvent event) {
        membersChanged();
    }

    private void membersChanged() {
        HazelcastMembership membership = membership();
        if (membership != null) {
            membership.membersChanged();
        }
    }

    private @Nullable HazelcastMembership membership() {
        NodeEngine engine = nodeEngine;
        Binding binding = engine == null ? null : Binding.of(engine);
        return binding == null ? null : binding.membership();
    }
}
