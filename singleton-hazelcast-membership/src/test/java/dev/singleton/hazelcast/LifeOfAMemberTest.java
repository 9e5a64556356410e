package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.ConfigAccessor;
import com.hazelcast.config.ServiceConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.services.GracefulShutdownAwareService;
import dev.singleton.NodeId;
import dev.singleton.SingletonException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("In the life of a member")
@Timeout(120)
class LifeOfAMemberTest {

    /** Longer than any test: whoever waits this long makes its test fail. */
    private static final Bounds FOR_EVER = new Bounds(Duration.ofHours(1), Duration.ofHours(1));

    private final Cluster cluster = new Cluster();
    private HazelcastInstance annasMember = null;
    private HazelcastInstance bertsMember = null;
    private Station anna = null;

    @BeforeEach
    void start() {
        annasMember = cluster.start();
        anna = Station.on(annasMember);
        bertsMember = cluster.start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("a graceful shutdown lets the node leave first, and frames still flow until it has")
    void gracefulShutdown() throws Exception {
        Station bert = Station.on(bertsMember, FOR_EVER);
        anna.awaitMembers(2);

        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(bertsMember::shutdown);
        bert.awaitTold("leaving");

        assertThat(anna.members()).hasSize(2);
        anna.send(bert.self(), "hand over");
        assertThat(Station.next(bert.received).text()).isEqualTo("hand over");
        bert.send(anna.self(), "here you are");
        assertThat(Station.next(anna.received).text()).isEqualTo("here you are");

        bert.mayLeave.complete(null);
        shutdown.get(Station.PATIENCE_SECONDS, TimeUnit.SECONDS);
        anna.awaitMembers(1);
        bert.awaitTold("terminated");
        assertThat(bert.members()).isEmpty();
    }

    @Test
    @DisplayName("a node that never finishes leaving holds the shutdown no longer than the bound")
    void boundedLeave() throws Exception {
        Station bert = Station.on(bertsMember, new Bounds(Duration.ofMillis(200), Duration.ofMillis(200)));
        bertsMember.shutdown();
        anna.awaitMembers(1);
        assertThat(bert.mayLeave).isNotDone();
    }

    @Test
    @DisplayName("terminate does not wait for the node, which learns that it is gone")
    void terminate() throws Exception {
        Station bert = Station.on(bertsMember, FOR_EVER);
        bertsMember.getLifecycleService().terminate();
        bert.awaitTold("terminated");
        assertThat(bert.told).doesNotContain("leaving");
        anna.awaitMembers(1);
        bert.send(anna.self(), "from beyond");
        assertThat(bert.counted(Counters.Count.SENT)).isZero();
    }

    @Test
    @DisplayName("a shutdown after the node was closed waits for nothing")
    void closedBeforeShutdown() throws Exception {
        Station bert = Station.on(bertsMember, FOR_EVER);
        bert.close();
        bertsMember.shutdown();
        anna.awaitMembers(1);
        assertThat(bert.told).doesNotContain("leaving", "terminated");
    }

    @Test
    @DisplayName("what was sent before close arrives, though the member is gone the moment after")
    void farewell() throws Exception {
        Station bert = Station.on(bertsMember);
        int frames = 5_000;
        for (int i = 0; i < frames; i++) {
            bert.send(anna.self(), "frame " + i);
        }
        bert.close();
        bertsMember.getLifecycleService().terminate();
        for (int i = 0; i < frames; i++) {
            assertThat(Station.next(anna.received).text()).isEqualTo("frame " + i);
        }
    }

    @Test
    @DisplayName("a frame for a node that has left, on a member that is still there, comes back")
    void afterLeaving() throws Exception {
        StuckInShutdown stuck = new StuckInShutdown();
        Config config = cluster.config();
        ConfigAccessor.getServicesConfig(config)
                .addServiceConfig(
                        new ServiceConfig().setEnabled(true).setName("stuck").setImplementation(stuck));
        HazelcastInstance carlsMember = cluster.start(config);
        Station carl = Station.on(carlsMember);
        anna.awaitMembers(3);
        anna.send(carl.self(), "in time");
        assertThat(Station.next(carl.received).text()).isEqualTo("in time");

        carl.mayLeave.complete(null);
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(carlsMember::shutdown);
        assertThat(stuck.reached.await(Station.PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        anna.send(carl.self(), "too late");
        assertThat(Station.next(anna.refused).text()).isEqualTo("too late");

        stuck.mayGoOn.countDown();
        shutdown.get(Station.PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(carl.received).isEmpty();
    }

    /** Holds the member in its graceful shutdown, after all listeners have heard of it. */
    private static final class StuckInShutdown implements GracefulShutdownAwareService {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);

        @Override
        public boolean onShutdown(long timeout, TimeUnit unit) {
            reached.countDown();
            try {
                return mayGoOn.await(Station.PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    @Test
    @DisplayName("a member that comes back on the same port is another one; frames for its former life are dropped")
    void samePort() throws Exception {
        int port = bertsMember.getCluster().getLocalMember().getAddress().getPort();
        NodeId former = Station.on(bertsMember).self();
        anna.awaitMembers(2);
        anna.send(former, "hello");
        bertsMember.getLifecycleService().terminate();
        anna.awaitMembers(1);

        HazelcastInstance again =
                cluster.start(cluster.config(port, anna.self().address().getPort()));
        Station bert = Station.on(again);
        anna.awaitMembers(2);

        anna.send(former, "for the dead");
        anna.send(bert.self(), "for the living");
        assertThat(Station.next(bert.received).text()).isEqualTo("for the living");
        assertThat(bert.self().address()).isEqualTo(former.address());
        assertThat(bert.self()).isNotEqualTo(former);
        assertThat(anna.counted(Counters.Count.DROPPED_UNKNOWN_RECEIVER)).isEqualTo(1);
    }

    @Test
    @DisplayName("all see the members in the same order, the oldest first")
    void joinOrder() throws Exception {
        Station bert = Station.on(bertsMember);
        Station carl = Station.on(cluster.start());
        anna.awaitMembers(3);
        bert.awaitMembers(3);
        assertThat(anna.members()).containsExactly(anna.self(), bert.self(), carl.self());
        assertThat(bert.members()).isEqualTo(anna.members());
        assertThat(carl.members()).isEqualTo(anna.members());
    }

    @Test
    @DisplayName("there is one node per instance, until it is closed")
    void oneNodePerInstance() {
        assertThatThrownBy(() -> Station.on(annasMember))
                .isInstanceOf(SingletonException.class)
                .hasMessageContaining("'" + annasMember.getName() + "' already runs a singleton node");
        anna.close();
        assertThat(Station.on(annasMember).self()).isEqualTo(anna.self());
    }
}
