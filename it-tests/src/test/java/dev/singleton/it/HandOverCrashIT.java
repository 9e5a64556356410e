package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When the JVM that hosts is killed while it hands over")
@Timeout(600)
class HandOverCrashIT {

    /** It would never stop in time; only its death ends the wait. */
    private static final Spec STUCK =
            Spec.of(Box.COUNTER).withPostStop(Duration.ofMinutes(5)).withHandOverTimeout(Duration.ofMinutes(4));

    /** In each mode; under a lease the successor also waits until the dead one's has run out. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("after it was asked to stop, the successor hosts as soon as it is gone, and not before")
    void asked(Mode mode) {
        try (Box box = Box.ofThree("handOverCrash", CutNetwork.orLoopback(), mode, STUCK)) {
            box.traffic(50);
            box.awaitFlow(20);

            long asked = System.nanoTime();
            var unused = box.node("n1").command("stop", Box.COUNTER);
            box.await(asked, Kind.STOPPING, "n1");
            box.kill("n1");
            box.awaitCalm();
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n2#1");
            verdict.assertMoves(List.of("n1", "n2", "n3"), "n1#1 started", "n2#1 started");
            assertThat(verdict.census().of(Kind.TIMED_OUT)).isEmpty();
        }
    }

    @Test
    @DisplayName("to a node that has just come, that one hosts as soon as it is gone, and not before")
    void newcomer() {
        try (Cluster cluster = new Cluster("handOverToNewcomer", STUCK)) {
            cluster.start("n2");
            cluster.start("n3");
            cluster.awaitHost(Box.COUNTER, "n2");
            cluster.trafficFromAll(Box.COUNTER, 50);
            cluster.awaitFlow(Box.COUNTER, 20);

            cluster.start("n1");
            cluster.timeLine.await("n2 stops", 0, event -> event.is(Kind.STOPPING, Box.COUNTER));
            cluster.kill("n2");
            cluster.awaitHost(Box.COUNTER, "n1");
            cluster.traffic("n1", Box.COUNTER, 50);
            cluster.awaitFlow(Box.COUNTER, 20);

            cluster.quiet(Box.COUNTER);
            Verdict verdict = Verdict.of(Box.COUNTER, cluster.timeLine.events()).assertKept(Mode.NONE);
            verdict.assertMoves(List.of("n1", "n2", "n3"), "n2#1 started", "n1#1 started");
            assertThat(verdict.census().of(Kind.TIMED_OUT)).isEmpty();
        }
    }
}
