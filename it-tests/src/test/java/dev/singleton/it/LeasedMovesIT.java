package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@DisplayName("Under a lease, three JVMs, and a singleton that moves as planned")
@Timeout(900)
class LeasedMovesIT {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 50;

    private LeasedCluster cluster;

    @BeforeEach
    void startThree(TestInfo test) {
        cluster = LeasedCluster.ofThree(
                test.getTestMethod().orElseThrow().getName(),
                NodeSettings.withLeases(),
                Spec.leased(COUNTER).withPostStop(Duration.ofMillis(200)));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 10);
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @DisplayName("the host leaves and comes back, while all tell: nothing lost, repeated or reordered, and tokens grow")
    void leasedMove() {
        cluster.leave("n1");
        cluster.awaitHost(COUNTER, "n2");
        cluster.awaitFlow(COUNTER, 10);

        cluster.start("n1");
        cluster.traffic("n1", COUNTER, PER_SECOND);
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitFlow(COUNTER, 10);

        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves())
                .containsExactly("n1#1 started", "n1#1 stopped", "n2#1 started", "n2#1 stopped", "n1#2 started");
        assertThat(census.of(Event.Kind.LEASE_LOST)).isEmpty();
        census.assertTokensGrow();
    }

    @Test
    @DisplayName(
            "all nodes are restarted in turn, three rounds, as soon as each is ready: the lease works at every step")
    void leasedRollingRestart() {
        for (int round = 1; round <= 3; round++) {
            for (String node : List.of("n1", "n2", "n3")) {
                if (round < 3) {
                    cluster.leave(node);
                } else {
                    // The application only shuts Hazelcast down, which frees its locks at once.
                    cluster.shutDownHazelcast(node);
                }
                cluster.awaitFlow(COUNTER, 5);
                cluster.start(node);
                cluster.traffic(node, COUNTER, PER_SECOND);
                cluster.awaitLeases();
                cluster.awaitFlow(COUNTER, 5);
            }
        }
        cluster.awaitHost(COUNTER, "n1");
        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.of(Event.Kind.LEASE_LOST)).isEmpty();
        census.assertTokensGrow();
    }
}
