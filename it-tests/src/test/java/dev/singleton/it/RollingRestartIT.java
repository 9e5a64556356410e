package dev.singleton.it;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When all nodes are restarted in turn, each as soon as the one before is ready, while all tell")
@Timeout(600)
class RollingRestartIT {

    private static final List<String> ALL = List.of("n1", "n2", "n3");

    /** In each mode the same; under a lease tokens grow beside that, and none is lost. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("twice, there is one instance, it keeps its count, and no message is lost, repeated or reordered")
    void twice(Mode mode) {
        try (Box box = Box.ofThreeUncut("rolling", mode)) {
            box.traffic(50);
            for (String node : ALL) {
                box.awaitFlow(10);
                box.leave(node);
                comesBack(box, node);
            }
            for (String node : ALL) {
                box.awaitFlow(10);
                // The application only shuts Hazelcast down, and tells the library nothing.
                box.shutDownHazelcast(node);
                comesBack(box, node);
            }
            box.awaitFlow(10);

            box.verdict()
                    .assertKept(mode)
                    .assertHost("n1#3")
                    .assertMoves(
                            ALL,
                            "n1#1 started",
                            "n1#1 stopped",
                            "n2#1 started",
                            "n2#1 stopped",
                            "n1#2 started",
                            "n1#2 stopped",
                            "n2#2 started",
                            "n2#2 stopped",
                            "n1#3 started")
                    .assertFlawless(ALL)
                    .assertWarm(ALL);
        }
    }

    private static void comesBack(Box box, String node) {
        box.start(node);
        box.traffic(node, Box.COUNTER, 50);
        box.awaitCalm();
    }
}
