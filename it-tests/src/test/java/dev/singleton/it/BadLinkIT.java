package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When links are bad, but nobody loses sight of anybody")
@Timeout(600)
class BadLinkIT {

    private static final List<String> ALL = List.of("n1", "n2", "n3");
    private static final Duration LATE = Duration.ofMillis(200);

    @ParameterizedTest
    @EnumSource
    @DisplayName("slow ones make messages late: nothing moves, and none is lost, repeated or reordered")
    void slow(Mode mode) {
        Verdict verdict = tell("slow", mode, box -> {
            box.slow("n1", "n2", LATE);
            box.slow("n1", "n3", LATE);
        });
        assertThat(verdict.census().longestDelay()).isGreaterThanOrEqualTo(LATE.toNanos());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("lossy ones make some messages late: nothing moves, and none is lost, repeated or reordered")
    void lossy(Mode mode) {
        Verdict verdict = tell("lossy", mode, box -> {
            box.drop("n1", "n2", 10);
            box.drop("n1", "n3", 10);
            box.drop("n2", "n3", 10);
        });
        assertThat(verdict.disturbance().faults()).hasSize(3);
    }

    /** In each mode the same. */
    private static Verdict tell(String name, Mode mode, Consumer<Box> spoil) {
        try (Box box = Box.ofThree(name, ForwardedNetwork.orSkip(3), mode, Spec.of(Box.COUNTER))) {
            box.traffic(50);
            box.awaitFlow(20);
            spoil.accept(box);
            box.awaitFlow(200);
            box.heal();
            box.awaitCalm();

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#1");
            verdict.assertMoves(ALL, "n1#1 started");
            if (box.keptSight("n1", "n2", "n3")) {
                verdict.census().assertFlawless();
            }
            return verdict;
        }
    }
}
