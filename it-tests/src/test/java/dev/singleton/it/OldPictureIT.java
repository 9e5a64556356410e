package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When messages come to a node that has just hosted, from one that does not know yet that another one does")
@Timeout(600)
class OldPictureIT {

    private static final List<String> ALL = List.of("n1", "n2", "n3");

    /** So long are messages on their way between n3 and n1: there are always some that come after a move. */
    private static final Duration LATE = Duration.ofMillis(700);

    /** In each mode the same, there and back. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("they are sent on to the new host, and none is lost, repeated or reordered")
    void oldPicture(Mode mode) {
        try (Box box = Box.ofThree("oldPicture", ForwardedNetwork.orSkip(3), mode, Spec.of(Box.COUNTER))) {
            if (mode.leased()) {
                // Behind a link as slow as this one, the host would lose its lease again and again.
                box.makeLeader("n2");
            }
            box.traffic(50);
            box.awaitFlow(20);
            box.slow("n1", "n3", LATE);
            box.awaitFlow(100);

            long moved = System.nanoTime();
            box.node("n1").obey("stop", Box.COUNTER);
            Event stopped = box.await(moved, Kind.STOPPED, "n1");
            box.awaitHost("n2");
            box.awaitFlow(100);
            box.hostOn("n1");
            box.awaitHost("n1");
            box.awaitFlow(100);
            box.heal();
            box.awaitCalm();

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#1");
            verdict.assertMoves(ALL, "n1#1 started", "n1#1 stopped", "n2#1 started", "n2#1 stopped", "n1#1 started")
                    .assertFlawless(ALL);
            assertThat(verdict.census().handledBy("n2#1"))
                    .as("messages that were on their way to the old host")
                    .anyMatch(handled -> handled.field(1).equals("n3#1")
                            && handled.number(3) < stopped.nanos() - LATE.toNanos() / 2);
        }
    }
}
