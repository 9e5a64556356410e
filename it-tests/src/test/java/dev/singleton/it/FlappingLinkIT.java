package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When the host is cut off again and again, for moments shorter than others wait")
@Timeout(600)
class FlappingLinkIT {

    private static final List<String> ALL = List.of("n1", "n2", "n3");

    /** In each mode. Longer than a heartbeat, so that one of the lease is missed too. */
    private static final Duration MOMENT = Duration.ofMillis(1500);

    @ParameterizedTest
    @EnumSource
    @DisplayName("nothing moves, and no message is lost, repeated or reordered")
    void flapping(Mode mode) {
        try (Box box = Box.ofThree("flapping", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            for (int i = 1; i <= 3; i++) {
                box.partition(List.of("n1"), List.of("n2", "n3"));
                box.awaitTime(MOMENT);
                box.heal();
                box.awaitFlow(20);
            }
            box.awaitCalm();

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#1");
            verdict.assertMoves(ALL, "n1#1 started");
            if (verdict.disturbance().keptSight(ALL.toArray(String[]::new))) {
                verdict.census().assertFlawless();
            }
            assertThat(verdict.disturbance().faults()).hasSize(3);
        }
    }
}
