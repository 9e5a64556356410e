package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@DisplayName("When a JVM stands still for longer than the others wait, and then goes on")
@Timeout(600)
class FreezeIT {

    private static final String COUNTER = "counter";

    private Cluster cluster;

    @BeforeEach
    void startThree(TestInfo test) {
        cluster = new Cluster(test.getTestMethod().orElseThrow().getName(), Spec.of(COUNTER));
        cluster.startThree();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("that does not host, it is removed, comes back by a merge, and the instance never moved")
    void other() {
        cluster.pause("n3");
        cluster.awaitMembers(2);
        cluster.trafficFromAll(COUNTER, 50);
        cluster.awaitFlow(COUNTER, 20);

        cluster.resume("n3");
        cluster.awaitMembers(3);
        cluster.awaitHost(COUNTER, "n1");
        cluster.traffic("n3", COUNTER, 50);
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.repeated()).isEmpty();
        assertThat(census.unaccounted()).isEmpty();
        assertThat(census.of(Event.Kind.STOPPED).filter(event -> event.life().equals("n1#1")))
                .isEmpty();
        assertThat(live(census)).isEqualTo(1);
    }

    @Test
    @DisplayName("that hosts, another hosts meanwhile, and after the merge there is one instance")
    void host() {
        cluster.pause("n1");
        cluster.awaitMembers(2);
        cluster.awaitHost(COUNTER, "n2");
        cluster.trafficFromAll(COUNTER, 50);
        cluster.awaitFlow(COUNTER, 20);

        cluster.resume("n1");
        cluster.awaitMembers(3);
        cluster.awaitHost(COUNTER, "n1");
        cluster.traffic("n1", COUNTER, 50);
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.repeated()).isEmpty();
        assertThat(census.unaccounted()).isEmpty();
        // Two for a while, as the frozen one could neither know nor say: that is what quorum and lease are for.
        assertThat(census.peakInstances()).isEqualTo(2);
        assertThat(live(census)).isEqualTo(1);
        assertThat(census.moves()).contains("n1#1 stopped", "n2#1 stopped").endsWith("n1#1 started");
    }

    private static long live(Census census) {
        return census.of(Event.Kind.STARTED).count()
                - census.of(Event.Kind.STOPPED).count();
    }
}
