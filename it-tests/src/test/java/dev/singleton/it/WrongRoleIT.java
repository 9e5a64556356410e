package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When a node that starts a singleton does not have the role for it")
@Timeout(600)
class WrongRoleIT {

    private static final String ROLE = "worker";
    private static final List<String> ALL = List.of("n1", "n2", "n3");

    /** What is told while nobody may host waits on the node. */
    private static final Spec SPEC =
            Spec.of(Box.COUNTER).with(options -> options.role(ROLE)).withBufferSize(50_000);

    /**
     * In each mode: it never hosts, though it comes first, and its messages reach the host, also those of the time when there
     * was none. {@code quorum}: it does not count for it, so that with one of the two others nobody hosts.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("it never hosts, also when it is the only one left, and all that it tells is handled")
    void wrongRole(Mode mode) {
        try (Box box = Box.of("wrongRole", CutNetwork.orLoopback(), mode, SPEC)) {
            box.startOther("n1", mode.settings(), box.specs().get(0));
            worker(box, "n2");
            worker(box, "n3");
            settled(box);
            box.traffic(20);
            box.awaitFlow(20);

            box.quiet(Box.COUNTER, "n2", "n3");
            box.leave("n2");
            if (mode != Mode.QUORUM) {
                box.awaitHost("n3");
                box.awaitFlow(20, "n1");
            }
            box.leave("n3");
            long alone = System.nanoTime();
            expectWaiting(box);
            long back = System.nanoTime();
            worker(box, "n2");
            worker(box, "n3");
            if (mode.leased()) {
                // As docs/operations.md has it: two of three were stopped, and with them the majority.
                box.awaitAll();
                box.node("n1").obey("reset-cp");
            }
            settled(box);
            box.traffic("n2", Box.COUNTER, 20);
            box.traffic("n3", Box.COUNTER, 20);
            box.awaitFlow(20);

            Verdict verdict = box.verdict().assertKept(mode).assertHost("n2#2").assertFlawless(ALL);
            assertThat(verdict.census().moves()).noneMatch(move -> move.startsWith("n1"));
            assertThat(verdict.census().of(Kind.HANDLED))
                    .as("messages that were told when the first node was alone")
                    .anyMatch(handled ->
                            handled.field(1).equals("n1#1") && handled.number(3) > alone && handled.number(3) < back);
        }
    }

    /** Some messages more wait on the one that is left. */
    private static void expectWaiting(Box box) {
        int before = waiting(box);
        box.timeLine.await("messages that wait on n1", () -> waiting(box) > before + 10);
        assertThat(box.node("n1").obey("status", Box.COUNTER)).contains("state=STANDBY", "owner=Optional.empty");
    }

    private static int waiting(Box box) {
        String status = box.node("n1").obey("status", Box.COUNTER);
        return Integer.parseInt(status.replaceAll("(?s).* buffered=(\\d+),.*", "$1"));
    }

    private static void worker(Box box, String node) {
        box.startOther(node, box.mode().settings().withRoles(ROLE), box.specs().get(0));
    }

    private static void settled(Box box) {
        box.awaitAll();
        box.awaitHost("n2");
        if (box.mode().leased()) {
            box.awaitLeases();
        }
    }
}
