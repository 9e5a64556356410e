package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When the host leaves while it is cut off")
@Timeout(600)
class LeaveWhileCutOffIT {

    /**
     * In each mode its instance stops at once and the leave ends, though nobody can be told; the next one hosts when the
     * others have removed it. {@code none}, {@code quorum}: which of the two comes first is not promised. {@code cp}: the
     * next one starts after the last one has stopped.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("from both others, it goes, one of them hosts, and it is the host again when it comes back")
    void fromBoth(Mode mode) {
        leave("leaveCutOff", mode, List.of("n2", "n3"));
    }

    /**
     * In each mode the same. Who sees whom until it has gone is for the member lists to settle; whoever was put out of them
     * comes back by a merge.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("from one of two, it goes, one of them hosts, and it is the host again when it comes back")
    void fromOne(Mode mode) {
        leave("leaveCutFromOne", mode, List.of("n2"));
    }

    private static void leave(String name, Mode mode, List<String> cutOff) {
        try (Box box = Box.ofThree(name, mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            long cut = System.nanoTime();
            box.partition(List.of("n1"), cutOff);
            box.end("n1");
            box.awaitAll();
            box.awaitHost("n2");
            box.awaitFlow(20);
            assertThat(box.judged().census().of(Kind.STOPPED))
                    .as("stops of the instance that was cut off")
                    .anyMatch(stop -> stop.life().equals("n1#1") && stop.nanos() > cut);

            box.heal();
            box.start("n1");
            box.traffic("n1", Box.COUNTER, 50);
            box.awaitCalm();
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n1#2");
            if (mode.leased()) {
                assertThat(verdict.overlaps()).isEmpty();
            }
        }
    }
}
