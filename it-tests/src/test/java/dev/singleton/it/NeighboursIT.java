package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.Hazelcast;
import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What else lives beside a node")
@Timeout(600)
class NeighboursIT {

    private static final String COUNTER = "counter";

    @Test
    @DisplayName("members without this library, of which one is the first and one joins later, disturb nobody")
    void strangers() throws Exception {
        try (Cluster cluster = new Cluster("strangers", Spec.of(COUNTER))) {
            // The lowest address and the oldest member: it would be elected if it had a node.
            cluster.startStranger(
                    "n1", Stranger.class, placeOf(Hazelcast.class) + File.pathSeparator + placeOf(Stranger.class));
            cluster.start("n2", "n3");
            cluster.awaitHost(COUNTER, "n2");
            cluster.trafficFromAll(COUNTER, 100);
            cluster.awaitFlow(COUNTER, 20);

            cluster.startStranger(
                    "n4", Stranger.class, placeOf(Hazelcast.class) + File.pathSeparator + placeOf(Stranger.class));
            cluster.awaitFlow(COUNTER, 20);
            cluster.leave("n2");
            cluster.awaitHost(COUNTER, "n3");
            cluster.awaitFlow(COUNTER, 20);

            Census census = cluster.quiet(COUNTER);
            census.assertFlawless();
            assertThat(census.moves()).containsExactly("n2#1 started", "n2#1 stopped", "n3#1 started");
            assertThat(census.of(Event.Kind.TIMED_OUT)).isEmpty();
        }
    }

    private static String placeOf(Class<?> type) throws URISyntaxException {
        URI place = type.getProtectionDomain().getCodeSource().getLocation().toURI();
        return new File(place).getPath();
    }

    @Test
    @DisplayName("a node that only references the singleton tells and asks like all others, and never hosts")
    void referenceOnly() {
        try (Cluster cluster = new Cluster("referenceOnly", Spec.of(COUNTER))) {
            cluster.startThree();
            cluster.startWithReferences("n4");
            cluster.trafficFromAll(COUNTER, 100);
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
    }

    @Test
    @DisplayName("a program that has the port makes the start fail with the port and the mend")
    void portInUse() throws Exception {
        try (Cluster cluster = new Cluster("portInUse", Spec.of(COUNTER));
                ServerSocket occupant = new ServerSocket(cluster.port("n1"), 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> cluster.start("n1"))
                    .hasMessageContaining(String.valueOf(occupant.getLocalPort()))
                    .hasMessageContaining("in use")
                    .hasMessageContaining("name another port");
        }
    }
}
