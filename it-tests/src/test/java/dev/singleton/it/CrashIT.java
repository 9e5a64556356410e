package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When a JVM is killed")
@Timeout(600)
class CrashIT {

    private static final String COUNTER = Box.COUNTER;
    private static final int PER_SECOND = 200;

    /**
     * In each mode: another one hosts, and each message is handled once, is a dead letter of which nobody knows whether it
     * was handled, or died in the mailbox of the dead one, right behind what that had handled. Under a lease the next one
     * starts when the dead one's has run out.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("that hosts, the next one hosts, and only what the dead one had accepted is gone")
    void hostKilled(Mode mode) {
        try (Box box = Box.ofThreeUncut("hostKilled", mode)) {
            box.traffic(20);
            box.awaitFlow(20);

            box.kill("n1");
            box.awaitCalm();
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n2#1");
            verdict.assertMoves(List.of("n1", "n2", "n3"), "n1#1 started", "n2#1 started");
            if (!mode.leased()) {
                // Until a lease runs out, more may be told than a node keeps.
                assertThat(verdict.fates().deadLetters().keySet()).isSubsetOf("DELIVERY_UNKNOWN");
            }
        }
    }

    @Test
    @DisplayName("that does not host, the instance goes on and nobody else notices")
    void otherKilled() {
        try (Cluster cluster = new Cluster("otherKilled", Spec.of(COUNTER))) {
            cluster.startThree();
            cluster.trafficFromAll(COUNTER, PER_SECOND);
            cluster.awaitFlow(COUNTER, 50);

            cluster.kill("n3");
            cluster.awaitMembers(2);
            cluster.awaitFlow(COUNTER, 50);

            Census census = cluster.quiet(COUNTER);
            census.assertFlawless();
            assertThat(census.moves()).containsExactly("n1#1 started");
        }
    }

    @Test
    @DisplayName("and another, and another, of five, one node is left and hosts; killed nodes come back at their ports")
    void threeOfFive() {
        try (Cluster cluster = new Cluster("threeOfFive", Spec.of(COUNTER))) {
            cluster.startThree();
            cluster.start("n4", "n5");
            cluster.trafficFromAll(COUNTER, PER_SECOND / 2);
            for (String node : List.of("n1", "n2", "n3")) {
                cluster.awaitFlow(COUNTER, 10);
                cluster.kill(node);
            }
            cluster.awaitHost(COUNTER, "n4");
            cluster.start("n1", "n2");
            cluster.awaitHost(COUNTER, "n1");
            cluster.awaitFlow(COUNTER, 0);
            Census census = cluster.quiet(COUNTER);
            assertThat(census.peakInstances()).isEqualTo(1);
            assertThat(census.repeated()).isEmpty();
            assertThat(census.reordered()).isEmpty();
            assertThat(census.deadYetHandled("n1#1", "n2#1", "n3#1")).isEmpty();
        }
    }
}
