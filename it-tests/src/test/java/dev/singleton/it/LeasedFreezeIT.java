package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@DisplayName("Under a lease, when the JVM that hosts stands still and goes on when another one hosts")
@Timeout(900)
class LeasedFreezeIT {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 50;
    private static final Duration TTL = Duration.ofSeconds(5);

    private GuardedTable table;
    private LeasedCluster cluster;

    @BeforeEach
    void startThree(TestInfo test) throws SQLException {
        table = GuardedTable.open();
        cluster = LeasedCluster.ofThree(
                test.getTestMethod().orElseThrow().getName(),
                NodeSettings.withLeases(TTL, Duration.ofSeconds(1), Duration.ofMillis(1500), 5),
                Spec.leased(COUNTER).writingInto(table));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);
    }

    @AfterEach
    void stop() throws SQLException {
        if (cluster != null) {
            cluster.close();
        }
        table.close();
    }

    @Test
    @DisplayName(
            "for three times the session's life: the old instance handles nothing more, and what it writes is refused")
    void leasedHostFrozen() throws SQLException {
        // Idle, so that no transaction of the frozen one keeps the others from the table, as a database's own time-outs
        // would see to.
        cluster.quiet(COUNTER);
        awaitAllWritten();
        long frozenSince = System.nanoTime();
        NodeProcess frozen = cluster.pause("n1");
        // Waits in its pipe: the first thing that it does when it goes on, believing to be the host.
        var unused = frozen.command("tell", COUNTER, String.valueOf(Long.MAX_VALUE), String.valueOf(PER_SECOND));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitMembers(2);
        cluster.awaitHost(COUNTER, "n2");
        cluster.awaitFlow(COUNTER, 20);
        cluster.timeLine.await("three lives of a session", () -> System.nanoTime() - frozenSince > 3 * TTL.toNanos());

        cluster.resume("n1");
        cluster.awaitMembers(3);
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitLeases();
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertOldInstanceDidNothing(census);
        assertThat(census.of(Kind.REFUSED))
                .as("the last write of the old instance")
                .singleElement()
                .satisfies(refused -> assertThat(refused.life()).isEqualTo("n1#1"));
        assertOneWithGrowingTokens(census);
    }

    @Test
    @DisplayName("in the middle of a message: what the handler writes after that is refused")
    void frozenInHandler() throws SQLException {
        cluster.quiet(COUNTER);
        awaitAllWritten();
        cluster.node("n1").obey("hold", COUNTER);
        cluster.timeLine.await("a handler in the middle", 0, event -> event.is(Kind.HOLDING, COUNTER));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        NodeProcess frozen = cluster.pause("n1");
        cluster.awaitHost(COUNTER, "n2");
        cluster.awaitFlow(COUNTER, 20);

        var unused = frozen.command("go-on");
        cluster.resume("n1");
        cluster.timeLine.await(
                "a refused write of the held message",
                0,
                event -> event.is(Kind.REFUSED, COUNTER) && event.number(2) == 0);
        cluster.awaitMembers(3);
        cluster.awaitHost(COUNTER, "n1");
        cluster.awaitLeases();
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertOldInstanceDidNothing(census);
        assertThat(census.of(Kind.REFUSED))
                .as("the write of the held message, and the last one")
                .hasSize(2)
                .allSatisfy(refused -> assertThat(refused.life()).isEqualTo("n1#1"));
        assertOneWithGrowingTokens(census);
    }

    private void awaitAllWritten() {
        cluster.timeLine.await("the end of all writing", () -> {
            Census census = cluster.timeLine.census(COUNTER);
            return census.of(Kind.WRITTEN).count() == census.of(Kind.HANDLED).count();
        });
    }

    /** Between the start of the successor and its own next start. */
    private static void assertOldInstanceDidNothing(Census census) {
        long successor = startOf("n2#1", 1, census);
        long again = startOf("n1#1", 2, census);
        assertThat(census.handledBy("n1#1").filter(event -> event.nanos() > successor && event.nanos() < again))
                .as("handled by an instance that has a successor")
                .isEmpty();
        assertThat(census.handledBy("n2#1")).isNotEmpty();
    }

    private static long startOf(String life, int which, Census census) {
        return census.of(Kind.STARTED)
                .filter(event -> event.life().equals(life))
                .skip(which - 1)
                .findFirst()
                .orElseThrow()
                .nanos();
    }

    private void assertOneWithGrowingTokens(Census census) throws SQLException {
        assertThat(census.repeated()).isEmpty();
        assertThat(census.unaccounted()).isEmpty();
        census.assertTokensGrow();
        assertThat(table.tokens()).isNotEmpty().isSorted();
        assertThat(census.of(Kind.STARTED).count() - census.of(Kind.STOPPED).count())
                .as("instances at the end")
                .isEqualTo(1);
    }
}
