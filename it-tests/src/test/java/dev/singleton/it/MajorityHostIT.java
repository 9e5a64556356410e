package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A partition, with the host on the large side")
@Timeout(600)
class MajorityHostIT {

    private static final List<String> LARGE = List.of("n1", "n2");

    @ParameterizedTest
    @EnumSource
    @DisplayName("none: the small side has one of its own until the merge; quorum, cp: nothing moves")
    void majority(Mode mode) {
        try (Box box = Box.ofThree("majority", mode)) {
            if (mode.leased()) {
                box.makeLeader("n1");
            }
            box.traffic(50);
            box.awaitFlow(20);

            long cut = System.nanoTime();
            box.partition(List.of("n3"), LARGE);
            box.awaitView(cut, "n3", "n3");
            box.awaitView(cut, "n1", "n1", "n2");
            if (mode == Mode.NONE) {
                box.await(cut, Kind.STARTED, "n3");
                box.awaitFlow(20, "n3");
            }
            box.awaitFlow(20, "n1", "n2");
            box.heal();
            box.awaitCalm();
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#1");
            if (mode == Mode.NONE) {
                verdict.assertMoves(LARGE, "n1#1 started", "n3#1 started", "n3#1 stopped");
            } else {
                verdict.assertMoves(LARGE, "n1#1 started");
                assertThat(verdict.census().moves()).noneMatch(move -> move.startsWith("n3"));
            }
            if (verdict.disturbance().keptSight("n1", "n2")) {
                assertThat(verdict.census().deadLetters().keySet())
                        .as("dead letters of the node that was cut off")
                        .allSatisfy(message -> assertThat(message.sender()).isEqualTo("n3#1"));
            }
        }
    }
}
