package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@DisplayName("Under a lease, when a node is cut off from the two others")
@Timeout(900)
class LeasedCutIT {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 50;
    /** A silent member is removed after 3 s; a leader that is cut off costs the holder nothing, as 3 + 1 + 1 < 8 - 2. */
    private static final NodeSettings SHORT =
            NodeSettings.withLeases(Duration.ofSeconds(8), Duration.ofSeconds(1), Duration.ofSeconds(2), 3);

    private CutNetwork network;
    private LeasedCluster cluster;

    private void three(TestInfo test, NodeSettings settings) {
        network = CutNetwork.orSkip();
        cluster = LeasedCluster.ofThree(
                test.getTestMethod().orElseThrow().getName(), network, settings, Spec.leased(COUNTER));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (network != null) {
            network.close();
        }
    }

    @Test
    @DisplayName("and leads the CP group, the holder, which is another, keeps its lease and its instance")
    void leaderCutOff(TestInfo test) {
        three(test, NodeSettings.withLeases());
        cluster.makeLeader("n3");

        long cut = System.nanoTime();
        cluster.partition(List.of("n3"), List.of("n1", "n2"));
        long session = NodeSettings.withLeases().cp().orElseThrow().sessionTtl().toNanos();
        // A lease that could not be renewed would have been lost by then.
        cluster.timeLine.await("the life of a session", () -> System.nanoTime() - cut > session);
        cluster.timeLine.await(
                "n1 and n2 without n3",
                () -> cluster.node("n1").obey("members").equals("2")
                        && cluster.node("n2").obey("members").equals("2"));
        cluster.awaitFlow(COUNTER, 20, "n1", "n2");

        cluster.heal();
        cluster.awaitMembers(3);
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitLeases();
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.moves()).containsExactly("n1#1 started");
        assertThat(census.of(Kind.LEASE_LOST)).isEmpty();
        assertThat(census.repeated()).isEmpty();
        assertThat(census.deadLetters().keySet())
                .as("dead letters of the nodes that were not cut off")
                .allSatisfy(message -> assertThat(message.sender()).startsWith("n3"));
    }

    @Test
    @DisplayName(
            "and hosts, and does not hear the leader of the CP group for a while, no lost answer keeps it from its lease")
    void leaderNotHeard(TestInfo test) {
        network = CutNetwork.orSkip();
        cluster = new LeasedCluster(test.getTestMethod().orElseThrow().getName(), network, SHORT, Spec.leased(COUNTER));
        // The oldest one removes silent members: it hears both, so that nobody is removed.
        List.of("n2", "n3", "n1").forEach(cluster::start);
        cluster.awaitLeases();
        cluster.makeLeader("n3");
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        long cut = System.nanoTime();
        cluster.cutOneWay("n3", "n1");
        // Longer than a silence of 3 s: n1 closes the connection, and with it goes what n3 had answered.
        cluster.timeLine.await("the end of the cut", cut + Duration.ofSeconds(5).toNanos());
        cluster.heal();
        long healed = System.nanoTime();
        cluster.awaitLeases();
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitFlow(COUNTER, 20);

        // Hazelcast by its own default gives a lost answer up after two minutes.
        assertThat(Duration.ofNanos(System.nanoTime() - healed)).isLessThan(Duration.ofSeconds(90));
        Census census = cluster.quiet(COUNTER);
        assertThat(census.peakInstances()).isEqualTo(1);
        assertThat(census.repeated()).isEmpty();
    }

    @Test
    @DisplayName("but only from one of them, there are never two instances, and one when all see each other again")
    void hostCutApartFromOne(TestInfo test) {
        three(test, SHORT);

        long cut = System.nanoTime();
        cluster.partition(List.of("n1"), List.of("n2"));
        cluster.timeLine.await(
                "n1 and n2 without each other",
                () -> !cluster.node("n1").obey("members").equals("3"));
        long session = SHORT.cp().orElseThrow().sessionTtl().toNanos();
        cluster.timeLine.await("twice the life of a session", () -> System.nanoTime() - cut > 2 * session);
        cluster.heal();
        cluster.awaitMembers(3);
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitLeases();
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.peakInstances()).isEqualTo(1);
        assertThat(census.repeated()).isEmpty();
        census.assertTokensGrow();
    }
}
