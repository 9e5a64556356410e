package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When two JVMs of three are killed")
@Timeout(900)
class TwoCrashesIT {

    private static final List<String> ALL = List.of("n1", "n2", "n3");

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "and the third hosts: none: it goes on; quorum, cp: it stops, and hosts again when the others are back")
    void hostIsLeft(Mode mode) {
        try (Box box = Box.ofThreeUncut("twoCrashes", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            long killed = System.nanoTime();
            box.kill("n2");
            box.kill("n3");
            expectAlone(box, killed);

            box.start("n2", "n3");
            if (mode.leased()) {
                // As docs/operations.md has it: what the majority knew is gone.
                box.node("n1").obey("reset-cp");
            }
            box.awaitCalm();
            box.traffic("n2", Box.COUNTER, 50);
            box.traffic("n3", Box.COUNTER, 50);
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#1");
            if (mode == Mode.NONE) {
                verdict.assertMoves(ALL, "n1#1 started");
            } else {
                verdict.assertMoves(ALL, "n1#1 started", "n1#1 stopped", "n1#1 started");
            }
        }
    }

    private static void expectAlone(Box box, long killed) {
        switch (box.mode()) {
            case NONE -> box.awaitFlow(20, "n1");
            case QUORUM -> box.await(killed, Kind.STOPPED, "n1");
            case CP -> {
                Event stopped = box.await(killed, Kind.STOPPED, "n1");
                assertThat(stopped.field(1)).isEqualTo("LEASE_LOST");
                box.timeLine.await(
                        "n1 says that the majority is gone",
                        () -> box.node("n1").obey("leases").contains("majority"),
                        () -> box.node("n1").obey("leases"));
            }
        }
    }
}
