package dev.singleton.it;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When the host leaves and comes back, and when another node asks for a restart, while all nodes tell")
@Timeout(600)
class HandOverIT {

    private static final List<String> ALL = List.of("n1", "n2", "n3");

    /** It widens the time in which something could go wrong. */
    private static final Duration SLOW_STOP = Duration.ofMillis(400);

    /** In each mode the same; under a lease tokens grow beside that, and none is lost. */
    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "there is one instance, it keeps its count, and no message is lost, repeated, reordered or a dead letter")
    void handOver(Mode mode) {
        Spec spec = Spec.of(Box.COUNTER).withPostStop(SLOW_STOP);
        try (Box box = Box.ofThree("handOver", CutNetwork.orLoopback(), mode, spec)) {
            box.traffic(50);
            box.awaitFlow(20);

            box.leave("n1");
            box.awaitHost("n2");
            box.awaitFlow(20);

            box.start("n1");
            box.traffic("n1", Box.COUNTER, 50);
            box.awaitCalm();
            box.awaitFlow(20);

            box.node("n3").obey("restart", Box.COUNTER);
            box.awaitCalm();
            box.awaitFlow(20);

            box.verdict()
                    .assertKept(mode)
                    .assertHost("n1#2")
                    .assertMoves(
                            ALL,
                            "n1#1 started",
                            "n1#1 stopped",
                            "n2#1 started",
                            "n2#1 stopped",
                            "n1#2 started",
                            "n1#2 stopped",
                            "n1#2 started")
                    .assertFlawless(ALL)
                    .assertWarm(ALL);
        }
    }
}
