package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Census.Message;
import dev.singleton.it.Event.Kind;
import dev.singleton.it.Fates.End;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The verdict on a time line")
class VerdictTest {

    private final Script script = new Script().members("n1#1", "n2#1", "n3#1");

    private void assertKept(Mode mode) {
        assertThat(script.verdict().broken(mode)).isEmpty();
    }

    private void assertBroken(Mode mode, String promise) {
        assertThat(script.verdict().broken(mode)).singleElement().asString().contains(promise);
    }

    @Test
    @DisplayName("finds nothing where all is well: a planned move, all handled once and in order")
    void well() {
        script.started("n1#1").handled("n1#1", "n2#1", 1, 2, 3).fault("leave", "n1#1");
        script.stopped("n1#1").started("n2#1").handled("n2#1", "n2#1", 4, 5).told("n2#1", 5);

        assertKept(Mode.NONE);
        assertThat(script.verdict().undisturbed()).isTrue();
        assertThat(script.verdict().fates().handled(false)).isEqualTo(5);
        assertThat(script.verdict().living()).extracting(Instance::life).containsExactly("n2#1");
    }

    @Test
    @DisplayName("finds a message that was handled twice")
    void repeated() {
        script.started("n1#1").handled("n1#1", "n2#1", 1, 2).fault("kill", "n1#1");
        script.add("n1#1", Event.Kind.GONE, "").started("n2#1").handled("n2#1", "n2#1", 2, 3);

        assertBroken(Mode.NONE, "1 handled twice, such as [Message[sender=n2#1, number=2]]");
    }

    @Test
    @DisplayName("finds a message that is gone without a reason, also at the end of a row")
    void lost() {
        script.started("n1#1").handled("n1#1", "n2#1", 1, 3).told("n2#1", 4);

        assertThat(script.verdict().fates().missing(End.LOST))
                .containsExactly(new Message("n2#1", 2), new Message("n2#1", 4));
        assertBroken(Mode.NONE, "2 neither handled nor a dead letter");
    }

    @Test
    @DisplayName("takes the death of the host for a reason, but not for what was told after it")
    void lostWithHost() {
        script.started("n1#1").handled("n1#1", "n2#1", 1).killed("n1#1");
        script.started("n2#1").handled("n2#1", "n2#1", 4, 6).told("n2#1", 6);

        assertThat(script.verdict().fates().missing(End.WITH_ITS_HOST))
                .containsExactly(new Message("n2#1", 2), new Message("n2#1", 3));
        assertThat(script.verdict().fates().missing(End.LOST)).containsExactly(new Message("n2#1", 5));
    }

    @Test
    @DisplayName("takes the death of the host for no reason where it had handled a later message already")
    void lostBefore() {
        script.started("n1#1").handled("n1#1", "n2#1", 1, 3).killed("n1#1").started("n2#1");
        script.handled("n2#1", "n2#1", 4).told("n2#1", 4);

        assertThat(script.verdict().fates().missing(End.LOST)).containsExactly(new Message("n2#1", 2));
    }

    @Test
    @DisplayName("takes the death of a node that neither hosted nor could have begun to for no reason")
    void deathOfAnother() {
        script.started("n1#1").handled("n1#1", "n2#1", 1).killed("n3#1");
        script.handled("n1#1", "n2#1", 3).told("n2#1", 3);

        assertBroken(Mode.NONE, "1 neither handled nor a dead letter");
    }

    @Test
    @DisplayName("counts what a killed node had told and nobody knows of apart")
    void killedTeller() {
        script.started("n1#1").handled("n1#1", "n3#1", 1).killed("n3#1").handled("n1#1", "n3#1", 3);

        assertKept(Mode.NONE);
        assertThat(script.verdict().fates().missing(End.WITH_ITS_TELLER)).containsExactly(new Message("n3#1", 2));
    }

    @Test
    @DisplayName("finds a dead letter that says 'not handled' and was, and lets only 'unknown' pass, after a crash")
    void wronglyDead() {
        script.started("n1#1").handled("n1#1", "n2#1", 1, 2).killed("n1#1").started("n2#1");
        script.dead("n2#1", 1, "DELIVERY_UNKNOWN")
                .dead("n2#1", 2, "BUFFER_FULL")
                .told("n2#1", 2);

        assertBroken(Mode.NONE, "handled although its dead letter says that it was not");
        assertThat(script.verdict().fates().wronglyDead()).containsExactly(new Message("n2#1", 2));
        assertThat(script.verdict().fates().deadLetters())
                .containsEntry("DELIVERY_UNKNOWN", 1)
                .containsEntry("BUFFER_FULL", 1);
    }

    @Test
    @DisplayName("finds a dead letter of a planned move")
    void deadInPlannedMove() {
        script.started("n1#1").handled("n1#1", "n2#1", 1).fault("leave", "n1#1").stopped("n1#1");
        script.started("n2#1").dead("n2#1", 2, "DELIVERY_UNKNOWN").told("n2#1", 2);

        assertBroken(Mode.NONE, "dead letters of planned moves");
    }

    @Test
    @DisplayName("finds that a message was refused for a disagreement, unless the node of its teller has said so")
    void deadByDisagreement() {
        script.started("n1#1")
                .handled("n1#1", "n2#1", 1)
                .dead("n2#1", 2, "INCOMPATIBLE")
                .told("n2#1", 2);
        assertBroken(Mode.NONE, "dead letters of planned moves");

        script.add("n2#1", Kind.INCOMPATIBLE, "counter", "quorum");
        assertThat(script.verdict().broken(Mode.NONE)).isEmpty();
    }

    @Test
    @DisplayName("finds disorder after a crash, and lets it pass where a node was cut off")
    void reordered() {
        script.started("n1#1").handled("n1#1", "n2#1", 1).killed("n1#1").started("n2#1");
        script.handled("n2#1", "n2#1", 3, 2).told("n2#1", 3);
        assertBroken(Mode.NONE, "handled after a later one");

        script.fault("partition", "n1 | n2");
        assertKept(Mode.NONE);
    }

    @Test
    @DisplayName("finds two instances where nobody was cut off, paused or removed")
    void twoInstances() {
        script.started("n1#1").started("n2#1").stopped("n1#1");

        assertBroken(Mode.NONE, "1 two instances at one time");
    }

    @Test
    @DisplayName("takes it from views when a slow machine made living nodes lose sight of each other")
    void removedBySlowness() {
        script.started("n1#1").sees("n2#1", "n2 n3").started("n2#1").stopped("n1#1");

        assertKept(Mode.NONE);
        assertThat(script.verdict().disturbance().removals()).hasSize(1);
        assertThat(script.verdict().disturbance().keptSight("n2", "n3")).isTrue();
        assertThat(script.verdict().disturbance().keptSight("n2", "n1")).isFalse();
    }

    @Test
    @DisplayName(
            "takes it for no loss of sight when a node that left or was killed vanishes from views, nor when halves merge")
    void removedForAReason() {
        script.started("n1#1").fault("leave", "n3#1").sees("n1#1", "n1 n2").sees("n2#1", "n1 n2");
        script.fault("partition", "n1 | n2").sees("n1#1", "n1").sees("n2#1", "n2");
        script.fault("heal", "")
                .sees("n1#1", "n1 n2")
                .sees("n1#1", "n1")
                .sees("n1#1", "n1 n2")
                .sees("n2#1", "n1 n2");

        assertThat(script.verdict().disturbance().removals()).isEmpty();
        assertThat(script.sees("n2#1", "n2").verdict().disturbance().removals()).hasSize(1);
    }
}
