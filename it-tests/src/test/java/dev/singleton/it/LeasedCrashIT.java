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

@DisplayName("Under a lease, when a JVM is killed")
@Timeout(900)
class LeasedCrashIT {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 50;
    private static final NodeSettings SHORT =
            NodeSettings.withLeases(Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMillis(1500), 5);

    private LeasedCluster cluster;

    private void three(TestInfo test, NodeSettings settings) {
        cluster = LeasedCluster.ofThree(test.getTestMethod().orElseThrow().getName(), settings, Spec.leased(COUNTER));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @DisplayName("that leads the CP group and does not host, the holder keeps its lease and its instance")
    void leaderKilled(TestInfo test) {
        three(test, NodeSettings.withLeases());
        cluster.makeLeader("n3");
        cluster.awaitFlow(COUNTER, 20);

        cluster.kill("n3");
        cluster.awaitMembers(2);
        cluster.awaitLeases();
        cluster.awaitFlow(COUNTER, 20);
        cluster.start("n3");
        cluster.awaitLeases();
        cluster.traffic("n3", COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves()).containsExactly("n1#1 started");
        assertThat(census.of(Kind.LEASE_LOST)).isEmpty();
    }

    @Test
    @DisplayName(
            "one after the other, and comes back at its address: the lease goes on working, and nothing is handled twice")
    void killedInTurn(TestInfo test) {
        three(test, SHORT);
        for (String node : List.of("n1", "n2", "n3")) {
            cluster.kill(node);
            cluster.awaitFlow(COUNTER, 10);
            cluster.start(node);
            cluster.traffic(node, COUNTER, PER_SECOND);
            cluster.awaitLeases();
            cluster.awaitFlow(COUNTER, 10);
        }
        cluster.awaitHost(COUNTER, "n1");

        Census census = cluster.quiet(COUNTER);
        assertThat(census.moves()).startsWith("n1#1 started", "n2#1 started");
        assertThat(census.peakInstances()).isEqualTo(1);
        assertThat(census.repeated()).isEmpty();
        assertThat(census.reordered()).isEmpty();
        assertThat(census.deadYetHandled("n1#1", "n2#1", "n3#1")).isEmpty();
        census.assertTokensGrow();
    }

    @Test
    @DisplayName("and all others too, and all come back, leases work again by themselves, with larger tokens")
    void allKilled(TestInfo test) {
        three(test, SHORT);

        cluster.kill("n1");
        cluster.kill("n2");
        cluster.kill("n3");
        cluster.start("n1", "n2", "n3");
        cluster.awaitLeases();
        cluster.awaitHost(COUNTER, "n1");
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.moves()).startsWith("n1#1 started").hasSizeGreaterThan(1);
        assertThat(census.peakInstances()).isEqualTo(1);
        census.assertTokensGrow();
    }
}
