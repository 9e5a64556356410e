package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Placement;
import dev.singleton.it.Event.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When one node and two come together again after a partition, and messages were told on both sides")
@Timeout(600)
class MergeIT {

    /** It leaves the host of the larger side where it is; what cannot be delivered in the meantime waits. */
    private static final Spec SPEC =
            Spec.of(Box.COUNTER).withPlacement(Placement.OLDEST).withBufferSize(10_000);

    private static final Map<Mode, String> REASON =
            Map.of(Mode.NONE, "MERGE", Mode.QUORUM, "QUORUM_LOST", Mode.CP, "LEASE_LOST");

    /**
     * Beside what {@link Verdict} asks of every story: the one that joins the others stops its instance, and theirs remains.
     * With {@code quorum} and {@code cp} it had none any more, and what was told on it waited, and is handled now.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("the one that joins stops, the other instance remains, and each message has a fate")
    void merge(Mode mode) {
        try (Box box = Box.of("merge", CutNetwork.orSkip(), mode, SPEC)) {
            // One after the other: the order of their ages is that of their names.
            List.of("n1", "n2", "n3").forEach(box::start);
            box.awaitCalm();
            box.traffic(20);
            box.awaitFlow(20);

            long cut = System.nanoTime();
            box.partition(List.of("n1"), List.of("n2", "n3"));
            box.awaitView(cut, "n1", "n1");
            box.await(cut, Kind.STARTED, "n2");
            box.awaitFlow(20, "n2", "n3");
            if (mode == Mode.NONE) {
                box.awaitFlow(20, "n1");
            } else {
                box.await(cut, Kind.STOPPED, "n1");
            }

            box.heal();
            box.awaitAll();
            box.awaitHost("n2");
            box.awaitFlow(50);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n2#1");
            assertThat(verdict.fates().deadLetters().keySet()).isSubsetOf("DELIVERY_UNKNOWN");
            assertThat(verdict.census()
                            .of(Kind.STOPPED)
                            .findFirst()
                            .orElseThrow()
                            .field(1))
                    .as("why n1 stopped")
                    .isEqualTo(REASON.get(mode));
            if (verdict.disturbance().keptSight("n2", "n3")) {
                assertThat(verdict.census().moves())
                        .containsExactlyInAnyOrder("n1#1 started", "n2#1 started", "n1#1 stopped");
            }
        }
    }
}
