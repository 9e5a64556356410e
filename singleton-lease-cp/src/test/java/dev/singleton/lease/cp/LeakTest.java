package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.internal.RaftService;
import com.hazelcast.cp.internal.datastructures.lock.LockService;
import com.hazelcast.cp.internal.raft.impl.RaftNode;
import com.hazelcast.instance.impl.HazelcastInstanceImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.spi.impl.NodeEngine;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the CP Subsystem keeps of our locks does not grow with the rounds: its snapshot of them, in bytes, is compared.
 * {@code -Dlease.cp.rounds=100000} for the full figure.
 */
class LeakTest {

    private static final int ROUNDS = Integer.getInteger("lease.cp.rounds", 500);
    private static final CpLeaseSettings SETTINGS = CpLeaseSettings.builder()
            .sessionTtl(Duration.ofSeconds(5))
            .heartbeat(Duration.ofSeconds(1))
            .margin(Duration.ofSeconds(2))
            .build();

    private static Cluster cluster;

    @BeforeAll
    static void start() {
        cluster = Cluster.ofThree(SETTINGS);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void renewingLeaksNothing() {
        ArbiterSession session = new HazelcastArbiter(cluster.member(0), SETTINGS.group(), LargestTokens.HERE).open();
        session.tryLock("held-all-the-time");
        session.prove();
        int before = snapshotSize();

        for (int round = 0; round < ROUNDS; round++) {
            session.prove();
        }

        assertThat(snapshotSize()).isLessThanOrEqualTo(before);
        session.unlock("held-all-the-time");
        session.close();
    }

    @Test
    void acquiringAndReleasingLeaksNothing() {
        ArbiterSession session = new HazelcastArbiter(cluster.member(0), SETTINGS.group(), LargestTokens.HERE).open();
        acquireAndRelease(session);
        int before = snapshotSize();

        for (int round = 0; round < ROUNDS; round++) {
            acquireAndRelease(session);
        }

        assertThat(snapshotSize()).isLessThanOrEqualTo(before);
        session.close();
    }

    private static void acquireAndRelease(ArbiterSession session) {
        assertThat(session.tryLock("acquired-and-released")).isPositive();
        session.unlock("acquired-and-released");
    }

    @Test
    void waitingForAnotherHolderLeaksNothing() {
        CpLeaseProvider provider = new CpLeaseProvider(SETTINGS);
        Seat holder = new Seat(provider, cluster.member(0), "waited-for");
        Seat waiting = new Seat(provider, cluster.member(1), "waited-for");
        holder.hold();
        // The trace of the first refused try stays until this node has held the lock once; none is added.
        waiting.acquire();
        int before = snapshotSize();

        waiting.acquire();

        assertThat(snapshotSize()).isLessThanOrEqualTo(before);
        holder.release();
        holder.lease().close();
        waiting.lease().close();
    }

    /** What all members keep; the leader's counts, because it has committed what was answered. */
    private static int snapshotSize() {
        HazelcastInstanceImpl leader = null;
        for (int i = 0; i < 3; i++) {
            HazelcastInstanceImpl inside = inside(cluster.member(i));
            for (RaftNode raft : raftService(inside).getAllRaftNodes()) {
                if (raft.getGroupId().getName().equals(SETTINGS.group())
                        && raft.getLocalMember().equals(raft.getLeader())) {
                    leader = inside;
                }
            }
        }
        assertThat(leader).as("the leader of the group").isNotNull();
        NodeEngine engine = leader.node.getNodeEngine();
        LockService locks = engine.getService(LockService.SERVICE_NAME);
        for (RaftNode raft : raftService(leader).getAllRaftNodes()) {
            if (raft.getGroupId().getName().equals(SETTINGS.group())) {
                Object snapshot = locks.takeSnapshot(raft.getGroupId(), 0);
                return leader.getSerializationService().toData(snapshot).totalSize();
            }
        }
        throw new AssertionError("no group");
    }

    private static RaftService raftService(HazelcastInstanceImpl inside) {
        return inside.node.getNodeEngine().getService(RaftService.SERVICE_NAME);
    }

    private static HazelcastInstanceImpl inside(HazelcastInstance member) {
        return ((HazelcastInstanceProxy) member).getOriginal();
    }
}
