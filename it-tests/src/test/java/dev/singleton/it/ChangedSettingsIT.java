package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Placement;
import dev.singleton.it.Event.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("When nodes are restarted in turn with a setting that must be equal on all")
@Timeout(600)
class ChangedSettingsIT {

    /** What the new version says: none: a quorum; quorum: another placement; cp: no lease. */
    private static Spec changed(Mode mode) {
        return switch (mode) {
            case NONE -> Spec.of(Box.COUNTER).with(options -> options.quorum(2));
            case QUORUM ->
                Spec.of(Box.COUNTER).with(options -> options.quorum(2)).withPlacement(Placement.OLDEST);
            case CP -> Spec.of(Box.COUNTER);
        };
    }

    /** Who hosts when the second of three has it: the first one, or the one that has run for longest with it. */
    private static String nextHost(Mode mode) {
        return mode == Mode.QUORUM ? "n3" : "n1";
    }

    /**
     * In each mode the same: what is told on the node that has the new value is refused with the reason, what is told on the
     * others is handled; and when the host is restarted too, nobody hosts while the last one has the old value.
     */
    @ParameterizedTest
    @EnumSource
    @DisplayName("they disagree and say so; the instance goes on, no other one starts; when all have it, one hosts")
    void upgrade(Mode mode) {
        try (Box box = Box.ofThreeUncut("changedSettings", mode)) {
            box.traffic(50);
            box.awaitFlow(20);

            long changed = System.nanoTime();
            upgrade(box, "n3");
            disagree(box, changed);
            box.awaitFlow(20, "n1", "n2");

            box.quiet(Box.COUNTER, "n1", "n2");
            long hostLeft = System.nanoTime();
            box.leave("n1");
            box.startOther("n1", mode.settings(), changed(mode));
            settled(box);
            assertThat(starts(box, hostLeft)).as("starts while they disagreed").isEmpty();
            box.nodes()
                    .forEach(node -> assertThat(box.node(node).obey("status", Box.COUNTER))
                            .as("status of %s", node)
                            .contains("state=STANDBY", "incompatible=true"));

            upgrade(box, "n2");
            box.awaitHost(nextHost(mode));
            box.traffic(50);
            box.awaitFlow(20);

            Mode now = mode == Mode.CP ? Mode.NONE : mode;
            Verdict verdict = box.verdict().assertKept(now).assertHost(box.life(nextHost(mode)));
            assertThat(verdict.overlaps()).isEmpty();
            assertThat(verdict.fates().deadLetters().keySet()).containsExactly("INCOMPATIBLE");
        }
    }

    private static void upgrade(Box box, String node) {
        box.leave(node);
        box.startOther(node, box.mode().settings(), changed(box.mode()));
        settled(box);
    }

    /** As an operator waits for a node before he goes on to the next one. */
    private static void settled(Box box) {
        box.awaitAll();
        if (box.mode().leased()) {
            box.awaitPlaces();
        }
    }

    private static List<Event> starts(Box box, long since) {
        return box.judged()
                .census()
                .of(Kind.STARTED)
                .filter(start -> start.nanos() > since)
                .toList();
    }

    /** The nodes say so, and what is told on the one is not handled by the others. */
    private static void disagree(Box box, long since) {
        box.await(since, Kind.INCOMPATIBLE, "n1");
        box.await(since, Kind.INCOMPATIBLE, "n2");
        box.await(since, Kind.INCOMPATIBLE, "n3");
        box.node("n3").obey("tell", Box.COUNTER, "5", "0");
        String life = box.life("n3");
        box.timeLine.await(
                "dead letters of n3",
                () -> box.judged().census().deadLetters().keySet().stream()
                                .filter(message -> message.sender().equals(life))
                                .count()
                        == 5);
    }
}
