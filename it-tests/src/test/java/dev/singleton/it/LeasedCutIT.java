package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
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
    @DisplayName("and hosts, its instance stops before another one starts; when all see each other again, there is one")
    void hostCutOff(TestInfo test) {
        three(test, SHORT);

        long cut = System.nanoTime();
        cluster.partition(List.of("n1"), List.of("n2", "n3"));
        Event stopped = next(cut, Kind.STOPPED, "n1#1");
        Event started = next(cut, Kind.STARTED, "n2#1");
        assertThat(stopped.nanos()).as("the stop of the old instance").isLessThan(started.nanos());
        cluster.timeLine.await(
                "what n2 and n3 tell reaches the instance on n2",
                () -> cluster.timeLine.census(COUNTER).handledBy("n2#1").count() > 40);

        cluster.heal();
        cluster.awaitMembers(3);
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitLeases();
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.moves())
                .containsExactly("n1#1 started", "n1#1 stopped", "n2#1 started", "n2#1 stopped", "n1#1 started");
        assertThat(census.peakInstances()).isEqualTo(1);
        assertThat(census.repeated()).isEmpty();
        census.assertTokensGrow();
    }

    @Test
    @DisplayName(
            "and hosts, again and again for a moment: the lease is not lost while it still has time, and no message is")
    void hostCutOffForMoments(TestInfo test) {
        three(test, NodeSettings.withLeases());
        long moment = Duration.ofMillis(2200).toNanos();

        for (int i = 1; i <= 3; i++) {
            long cut = System.nanoTime();
            cluster.partition(List.of("n1"), List.of("n2", "n3"));
            cluster.timeLine.await("a moment longer than a heartbeat", () -> System.nanoTime() - cut > moment);
            cluster.heal();
            cluster.awaitFlow(COUNTER, 20);
        }

        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves()).containsExactly("n1#1 started");
        assertThat(census.of(Kind.LEASE_LOST)).isEmpty();
    }

    @Test
    @DisplayName("and neither hosts nor leads the CP group, nothing moves")
    void otherCutOff(TestInfo test) {
        three(test, SHORT);
        cluster.makeLeader("n1");

        assertNothingMovesWhileCutOff("n3", SHORT);
    }

    @Test
    @DisplayName("and leads the CP group, the holder, which is another, keeps its lease and its instance")
    void leaderCutOff(TestInfo test) {
        three(test, NodeSettings.withLeases());
        cluster.makeLeader("n3");

        assertNothingMovesWhileCutOff("n3", NodeSettings.withLeases());
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

    private void assertNothingMovesWhileCutOff(String node, NodeSettings settings) {
        long cut = System.nanoTime();
        cluster.partition(List.of(node), List.of("n1", "n2"));
        long session = settings.cp().orElseThrow().sessionTtl().toNanos();
        // A lease that could not be renewed would have been lost by then.
        cluster.timeLine.await("the life of a session", () -> System.nanoTime() - cut > session);
        cluster.timeLine.await(
                "n1 and n2 without " + node,
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
                .allSatisfy(message -> assertThat(message.sender()).startsWith(node));
    }

    private Event next(long since, Kind kind, String life) {
        Predicate<Event> wanted =
                event -> event.is(kind, COUNTER) && event.life().equals(life);
        return cluster.timeLine.await(life + " " + kind, since, wanted);
    }
}
