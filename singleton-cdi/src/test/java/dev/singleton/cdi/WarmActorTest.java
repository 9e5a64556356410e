package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.SingletonActor;
import dev.singleton.StopReason;
import dev.singleton.WarmHandOver;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An actor with warm state")
class WarmActorTest {

    private final FakeNode node = new FakeNode();
    private Deployment.Running application;

    @BeforeEach
    void deploy() {
        application = Actors.deployment(node).start();
    }

    @AfterEach
    void undeploy() {
        application.close();
    }

    @Test
    void givesItOnceAndIsDestroyedOnlyThen() throws Exception {
        node.host("warm");
        WarmHandOver warm = (WarmHandOver) node.<Actors.Job>handle("warm").instance;
        node.stop("warm", StopReason.MOVED);
        assertThat(log())
                .containsExactly(
                        "made with Helper", "started cold", "stopped MOVED", "serialized", "gone", "helper ends");
        assertThat(warm.serializeForHandOver()).asString().isEqualTo("warm");
    }

    @Test
    void keepsItToItselfWhenTheStopWasNotPlanned() throws Exception {
        node.host("warm");
        WarmHandOver warm = (WarmHandOver) node.<Actors.Job>handle("warm").instance;
        node.stop("warm", StopReason.LEASE_LOST);
        assertThat(log()).doesNotContain("serialized").contains("gone");
        assertThat(warm.serializeForHandOver()).isNull();
    }

    @Test
    void whoseRestoreFailsMakesRoomForAFreshOne() throws Exception {
        SingletonActor<?> instance = node.started.get("warm").actor().get();
        WarmHandOver warm = (WarmHandOver) instance;
        assertThatThrownBy(() -> warm.restoreFromHandOver("broken".getBytes(StandardCharsets.UTF_8)))
                .hasMessage("state is broken");
        instance.preStart(null);
        assertThat(log())
                .containsExactly("made with Helper", "gone", "helper ends", "made with Helper", "started cold");
    }

    @Test
    void isTheOnlyKindThatHandsAnythingOver() throws Exception {
        node.host("jobs");
        assertThat(node.<Actors.Job>handle("jobs").instance).isNotInstanceOf(WarmHandOver.class);
    }

    private List<String> log() {
        return application.get(Actors.Log.class).lines();
    }
}
