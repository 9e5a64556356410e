package dev.singleton.it;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Census.Message;
import dev.singleton.it.Event.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@DisplayName("When a JVM is killed")
@Timeout(600)
class CrashIT {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 200;

    private Cluster cluster;

    private Cluster three(TestInfo test, Spec spec) {
        cluster = new Cluster(test.getTestMethod().orElseThrow().getName(), spec);
        cluster.startThree();
        return cluster;
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName(
            "that hosts, another one hosts; each message is handled once or a dead letter, or died in the dead one's mailbox")
    void hostKilled(TestInfo test) {
        three(test, Spec.of(COUNTER));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 50);

        cluster.kill("n1");
        cluster.awaitHost(COUNTER, "n2");
        cluster.awaitFlow(COUNTER, 50);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.moves()).containsExactly("n1#1 started", "n2#1 started");
        assertThat(census.peakInstances()).isEqualTo(1);
        assertThat(census.repeated()).isEmpty();
        assertThat(census.reordered()).isEmpty();
        assertThat(census.deadYetHandled("n1#1")).isEmpty();
        assertThat(census.deadLetters().values()).containsOnly("DELIVERY_UNKNOWN");
        assertGoneAreWhatTheDeadHadAccepted(census, "n1#1");
    }

    /** Per sender one unbroken row, right after the last message that the killed instance handled. */
    private static void assertGoneAreWhatTheDeadHadAccepted(Census census, String killed) {
        Map<String, List<Long>> gone =
                census.unaccounted().stream().collect(groupingBy(Message::sender, mapping(Message::number, toList())));
        gone.forEach((sender, numbers) -> {
            long last = census.of(Kind.HANDLED)
                    .takeWhile(event -> !event.is(Kind.STARTED, COUNTER))
                    .filter(event ->
                            event.life().equals(killed) && event.field(1).equals(sender))
                    .mapToLong(event -> event.number(2))
                    .max()
                    .orElse(0);
            assertThat(numbers)
                    .as("gone of %s, after %d", sender, last)
                    .containsExactlyElementsOf(LongStream.rangeClosed(last + 1, last + numbers.size())
                            .boxed()
                            .toList());
        });
    }

    @Test
    @DisplayName("that does not host, the instance goes on and nobody else notices")
    void otherKilled(TestInfo test) {
        three(test, Spec.of(COUNTER));
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 50);

        cluster.kill("n3");
        cluster.awaitMembers(2);
        cluster.awaitFlow(COUNTER, 50);

        Census census = cluster.quiet(COUNTER);
        census.assertFlawless();
        assertThat(census.moves()).containsExactly("n1#1 started");
    }

    @Test
    @DisplayName("that is handing over, the successor hosts as soon as it is gone, and not before")
    void hostKilledDuringHandOver(TestInfo test) {
        cluster = new Cluster(
                test.getTestMethod().orElseThrow().getName(),
                // It would never stop in time; only its death ends the wait.
                Spec.of(COUNTER).withPostStop(Duration.ofMinutes(5)).withHandOverTimeout(Duration.ofMinutes(4)));
        cluster.start("n2");
        cluster.start("n3");
        cluster.awaitHost(COUNTER, "n2");
        cluster.trafficFromAll(COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        cluster.start("n1");
        cluster.timeLine.await("n2 stops", 0, event -> event.is(Kind.STOPPING, COUNTER));
        cluster.kill("n2");
        cluster.awaitHost(COUNTER, "n1");
        cluster.traffic("n1", COUNTER, PER_SECOND);
        cluster.awaitFlow(COUNTER, 20);

        Census census = cluster.quiet(COUNTER);
        assertThat(census.moves()).containsExactly("n2#1 started", "n1#1 started");
        assertThat(census.of(Kind.TIMED_OUT)).isEmpty();
        assertThat(census.peakInstances()).isEqualTo(1);
        assertThat(census.repeated()).isEmpty();
        assertThat(census.reordered()).isEmpty();
        assertThat(census.deadYetHandled("n2#1")).isEmpty();
        assertGoneAreWhatTheDeadHadAccepted(census, "n2#1");
    }

    @Test
    @DisplayName("and another, and another, of five, one node is left and hosts; killed nodes come back at their ports")
    void threeOfFive(TestInfo test) {
        three(test, Spec.of(COUNTER));
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
