package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@DisplayName("Three JVMs, and a singleton that moves as planned")
@Timeout(600)
class PlannedMovesIT {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 100;

    /** A slow stop widens the time in which something could go wrong. */
    private static final Duration SLOW_STOP = Duration.ofMillis(400);

    private Cluster cluster;

    @BeforeEach
    void startThree(TestInfo test) {
        cluster = new Cluster(
                test.getTestMethod().orElseThrow().getName(), Spec.of(COUNTER).withPostStop(SLOW_STOP));
        cluster.startThree();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName(
            "the host leaves and comes back at the same port, while all nodes tell: nothing lost, repeated or reordered")
    void leaveAndComeBack() {
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        cluster.leave("n1");
        cluster.awaitHost(COUNTER, "n2");
        cluster.awaitFlow(COUNTER, 20);

        cluster.start("n1");
        cluster.awaitHost(COUNTER, "n1");
        cluster.traffic("n1", COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves())
                .containsExactly("n1#1 started", "n1#1 stopped", "n2#1 started", "n2#1 stopped", "n1#2 started");
        assertWarm(census);
    }

    @Test
    @DisplayName(
            "a rolling restart of all nodes in turn, three rounds, while all nodes tell: nothing lost, repeated or reordered")
    void rollingRestart() {
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        for (int round = 1; round <= 3; round++) {
            for (String node : List.of("n1", "n2", "n3")) {
                cluster.awaitFlow(COUNTER, 10);
                cluster.leave(node);
                cluster.start(node);
                cluster.traffic(node, COUNTER, PER_SECOND);
            }
        }
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitFlow(COUNTER, 10);
        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertWarm(census);
    }

    @Test
    @DisplayName("an application that only shuts Hazelcast down hands over all the same")
    void hazelcastShutdown() {
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        cluster.shutDownHazelcast("n1");
        cluster.awaitHost(COUNTER, "n2");
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves()).containsExactly("n1#1 started", "n1#1 stopped", "n2#1 started");
        assertWarm(census);
    }

    @Test
    @DisplayName("a node that only references the singleton tells and asks like all others, and never hosts")
    void referenceOnly() {
        cluster.startWithReferences("n4");
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);
        cluster.leave("n1");
        cluster.awaitFlow(COUNTER, 10);
        cluster.leave("n2");
        cluster.awaitHost(COUNTER, "n3");
        cluster.awaitFlow(COUNTER, 10);
        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves()).noneMatch(move -> move.startsWith("n4"));
    }

    /** Each instance went on with the count at which its predecessor, which stopped as planned, had ended. */
    private static void assertWarm(Census census) {
        Stream<Event> starts = census.of(Event.Kind.STARTED);
        assertThat(starts)
                .allSatisfy(start -> assertThat(start.number(1))
                        .as("count of %s", start.life())
                        .isEqualTo(census.of(Event.Kind.HANDLED)
                                .filter(handled -> handled.nanos() < start.nanos())
                                .count()));
    }
}
