package dev.singleton.lease.cp;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.internal.RaftService;
import com.hazelcast.cp.internal.raft.impl.RaftNode;
import com.hazelcast.cp.internal.raft.impl.RaftNodeImpl;
import com.hazelcast.instance.impl.HazelcastInstanceImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import org.jspecify.annotations.Nullable;

/**
 * The Raft nodes of a member, from Hazelcast's inside; all of it that this module uses, but for a name of a property, is
 * here. The promise of a promotion is fulfilled a second before they are there; when the next member is restarted in that
 * second, the majority is lost for good.
 */
final class RaftNodes {

    private RaftNodes() {}

    /**
     * Whether this member's Raft node of the group knows its leader and has committed.
     *
     * @return null when it cannot be known: an instance behind a container's proxy, or another edition of Hazelcast
     */
    static @Nullable Boolean ready(HazelcastInstance hz, String group) {
        try {
            HazelcastInstanceImpl inside = hz instanceof HazelcastInstanceProxy proxy
                    ? proxy.getOriginal()
                    : hz instanceof HazelcastInstanceImpl impl ? impl : null;
            if (inside == null) {
                return null;
            }
            RaftService service = inside.node.getNodeEngine().getService(RaftService.SERVICE_NAME);
            for (RaftNode raft : service.getAllRaftNodes()) {
                if (raft.getGroupId().getName().equals(group)) {
                    return raft.getLeader() != null
                            && raft.getCommittedMembers().contains(raft.getLocalMember())
                            && raft instanceof RaftNodeImpl impl
                            && impl.state().commitIndex() > 0;
                }
            }
            return false;
        } catch (LinkageError otherEdition) {
            return null;
        }
    }
}
