package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.StopReason;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An actor")
class ActorLifeTest {

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
    void isMadeByTheContainerOnTheHostOnlyAndDestroyedAfterItsStop() throws Exception {
        assertThat(log()).isEmpty();
        node.host("jobs");
        node.handle("jobs").tell(new Actors.Job("1"));
        node.stop("jobs", StopReason.MOVED);
        assertThat(log())
                .containsExactly(
                        "made with Helper",
                        "started",
                        "before receive",
                        "decorated",
                        "received 1, use 1 of its request",
                        "after receive",
                        "request ends",
                        "stopped MOVED",
                        "gone",
                        "helper ends");
    }

    @Test
    void isANewObjectAtEachActivation() throws Exception {
        node.host("jobs");
        node.stop("jobs", StopReason.MOVED);
        node.host("jobs");
        assertThat(log().stream().filter("made with Helper"::equals)).hasSize(2);
    }

    @Test
    void handlesEachMessageInARequestOfItsOwn() throws Exception {
        node.host("jobs");
        node.handle("jobs").tell(new Actors.Job("1"));
        node.handle("jobs").tell(new Actors.Job("2"));
        assertThat(log())
                .contains("received 1, use 1 of its request", "received 2, use 1 of its request")
                .filteredOn("request ends"::equals)
                .hasSize(2);
    }

    @Test
    void seesTheClassLoaderOfTheApplication() throws Exception {
        node.host("jobs");
        ClassLoader seen = node.<Actors.Job>handle("jobs")
                .ask(new Actors.Job("1"), ClassLoader.class)
                .toCompletableFuture()
                .join();
        assertThat(seen).isSameAs(application.loader());
        assertThat(Thread.currentThread().getContextClassLoader()).isNotSameAs(application.loader());
    }

    @Test
    void thatThrowsIsHeardAsItIsAndItsRequestEnds() throws Exception {
        node.host("jobs");
        assertThatThrownBy(() -> node.<Actors.Job>handle("jobs")
                        .ask(new Actors.Job("bad"), String.class)
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("a bad job");
        node.handle("jobs").tell(new Actors.Job("2"));
        assertThat(log()).contains("received 2, use 1 of its request");
    }

    @Test
    void thatFailsToStartIsDestroyedAtOnce() {
        assertThatThrownBy(() -> node.host("failing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no start");
        assertThat(log()).containsExactly("made with Helper", "gone", "helper ends");
    }

    private List<String> log() {
        return application.get(Actors.Log.class).lines();
    }
}
