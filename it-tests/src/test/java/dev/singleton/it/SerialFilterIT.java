package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("JVMs with a filter for Java serialization")
@Timeout(600)
class SerialFilterIT {

    /** What Helidon sets up unless it is told otherwise. */
    private static final String NOTHING = "!*";

    /** What Hazelcast's own filter lets through by default; nothing of the application's and nothing of this library's. */
    private static final String HAZELCAST_AND_JAVA = "com.hazelcast.**;java.**;!*";

    private static final String COUNTER = "counter";
    private static final String BROKEN = "broken";

    @Test
    @DisplayName("that lets nothing through, without a lease: messages, asks, exceptions and the warm state travel")
    void nothingLetThrough() {
        try (Cluster cluster = new Cluster(
                "nothingLetThrough",
                new FilteredLoopback(NOTHING),
                NodeSettings.plain(),
                Spec.of(COUNTER),
                Spec.of(BROKEN))) {
            cluster.startThree();
            moveUnderTraffic(cluster);
        }
    }

    @Test
    @DisplayName("that lets nothing through, with lease=cp: the start fails and says what to let through")
    void nothingLetThroughWithLease() {
        try (Cluster cluster = new Cluster(
                "nothingLetThroughWithLease",
                new FilteredLoopback(NOTHING),
                NodeSettings.withLeases(),
                Spec.leased(COUNTER))) {
            assertThatThrownBy(() -> cluster.start("n1"))
                    .hasMessageContaining("Let com.hazelcast.** and java.** pass")
                    .hasMessageContaining("jdk.serialFilter");
        }
    }

    @Test
    @DisplayName("that lets only Hazelcast's classes and Java's through, with lease=cp: all travels")
    void hazelcastLetThrough() {
        try (Cluster cluster = LeasedCluster.ofThree(
                "hazelcastLetThrough",
                new FilteredLoopback(HAZELCAST_AND_JAVA),
                NodeSettings.withLeases(),
                Spec.leased(COUNTER),
                Spec.leased(BROKEN))) {
            moveUnderTraffic(cluster);
        }
    }

    private static void moveUnderTraffic(Cluster cluster) {
        cluster.trafficFromAll(COUNTER, 100);
        cluster.awaitFlow(COUNTER, 20);
        cluster.leave("n1");
        cluster.awaitHost(COUNTER, "n2");
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves()).containsExactly("n1#1 started", "n1#1 stopped", "n2#1 started");
        long handled = census.of(Event.Kind.HANDLED).count();
        for (String node : cluster.nodes()) {
            // Those before the move too: the successor took the count of its predecessor along.
            assertThat(cluster.node(node).obey("ask", COUNTER)).isEqualTo("n2#1 " + handled + " 0");
            assertThat(cluster.node(node).obey("ask-in-vain", BROKEN, "out-of-order-" + node))
                    .contains("RemoteFailureException", "java.lang.IllegalStateException: out-of-order-" + node);
        }
    }
}
