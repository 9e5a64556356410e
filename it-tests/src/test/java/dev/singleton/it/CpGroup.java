package dev.singleton.it;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.internal.RaftService;
import com.hazelcast.cp.internal.raft.impl.RaftEndpoint;
import com.hazelcast.cp.internal.raft.impl.RaftNode;
import com.hazelcast.cp.internal.raft.impl.RaftNodeImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import dev.singleton.lease.cp.CpLeaseSettings;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** The group of CP members that grants the leases, as one member sees it from Hazelcast's inside. */
final class CpGroup {

    private final HazelcastInstance hazelcast;
    private final String name = CpLeaseSettings.defaults().group();

    CpGroup(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    private RaftService raft() {
        return ((HazelcastInstanceProxy) hazelcast)
                .getOriginal()
                .node
                .getNodeEngine()
                .getService(RaftService.SERVICE_NAME);
    }

    private Optional<RaftNode> node() {
        return raft().getAllRaftNodes().stream()
                .filter(node -> node.getGroupId().getName().equals(name))
                .findFirst();
    }

    /** This member's name in the group; empty while it has no place. */
    String self() {
        return Optional.ofNullable(raft().getLocalCPMember())
                .map(member -> member.getUuid().toString())
                .orElse("");
    }

    /** Whether this member leads the group. */
    boolean leads() {
        return node().filter(node -> node.getLocalMember().equals(node.getLeader()))
                .isPresent();
    }

    /** Makes this member, which leads, give the lead to that one; returns when it has. */
    void giveLeadTo(String member) throws Exception {
        RaftNode node = node().orElseThrow();
        RaftEndpoint next = node.getCommittedMembers().stream()
                .filter(each -> each.getUuid().equals(UUID.fromString(member)))
                .findFirst()
                .orElseThrow();
        node.transferLeadership(next).get(TimeLine.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** How many operations the group has committed. */
    long committed() {
        return node().map(node -> ((RaftNodeImpl) node).state().commitIndex()).orElse(0L);
    }
}
