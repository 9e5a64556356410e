package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The verdict on a time line of a singleton under a lease")
class VerdictUnderLeaseTest {

    private final Script script = new Script().members("n1#1", "n2#1");

    private void assertKept() {
        assertThat(script.verdict().broken(Mode.CP)).isEmpty();
    }

    private void assertBroken(String promise) {
        assertThat(script.verdict().broken(Mode.CP)).singleElement().asString().contains(promise);
    }

    @Test
    @DisplayName("finds nothing when the old instance of a cut off node stops, and the next one has a larger token")
    void well() {
        script.started("n1#1", 1).written("n1#1", 1).handled("n1#1", "n2#1", 1);
        script.fault("partition", "n1 | n2").stopped("n1#1").started("n2#1", 2).written("n2#1", 2);

        assertKept();
    }

    @Test
    @DisplayName("finds that an instance handles something after its successor has started")
    void handledBySuperseded() {
        script.started("n1#1", 1).fault("partition", "n1 | n2").started("n2#1", 2);
        script.handled("n1#1", "n1#1", 1).stopped("n1#1");

        assertBroken("handled by an instance whose successor had started");
    }

    @Test
    @DisplayName("lets pass the one message that a JVM had in hand when it was paused, and no other")
    void inHand() {
        script.started("n1#1", 1).fault("pause", "n1#1").started("n2#1", 2).fault("resume", "n1#1");
        script.handled("n1#1", "n1#1", 1);
        assertKept();

        script.handled("n1#1", "n1#1", 2);
        assertBroken("1 handled by an instance whose successor had started");
    }

    @Test
    @DisplayName("finds a token that is not larger than those before, and one that two instances have")
    void tokens() {
        script.started("n1#1", 2)
                .stopped("n1#1")
                .started("n2#1", 1)
                .stopped("n2#1")
                .started("n1#1", 2);

        assertBroken("2 instances whose token is not larger than all before");
    }

    @Test
    @DisplayName("lets a node that makes its instance anew keep its token, until another one has had a larger one")
    void tokenOfRestart() {
        script.started("n1#1", 1).stopped("n1#1").started("n1#1", 1).stopped("n1#1");
        assertThat(script.verdict().broken(Mode.CP)).isEmpty();

        script.started("n2#1", 2).stopped("n2#1").started("n1#1", 2);
        assertBroken("1 instances whose token is not larger than all before");
    }

    @Test
    @DisplayName("finds an instance without a token")
    void noToken() {
        script.started("n1#1");

        assertBroken("instances without a token");
    }

    @Test
    @DisplayName("finds a store that takes an old token, and a write under a token that was never its writer's")
    void store() {
        script.started("n1#1", 1).written("n1#1", 1).stopped("n1#1");
        script.started("n2#1", 2).written("n2#1", 2).written("n1#1", 1);
        assertBroken("written under a smaller token");

        script.written("n1#1", 2);
        assertThat(script.verdict().broken(Mode.CP)).hasSize(2).anyMatch(text -> text.contains("never had that token"));
    }
}
