package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus.State;
import dev.singleton.testkit.Stage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What an instance has accepted is handled before it stops for another node, and nothing else is. */
class DrainTest {

    @Test
    void timersOfTheInstanceDoNotKeepItFromStopping() {
        try (Stage stage = new Stage()) {
            // Each message brings the next one at once, for ever.
            stage.script.receive =
                    (node, message, context) -> context.timers().startSingle("again", "tick", Duration.ZERO);
            stage.join(2).awaitHost(2);
            stage.proxy(2).tell("tick");
            eventually("it ticks by itself", () -> stage.handled().size() > 3);
            stage.join(1).awaitHost(1, 2);
            assertThat(stage.census.peak()).isEqualTo(1);
        }
    }

    @Test
    void anInstanceThatDiesWhileItDrainsIsFollowedByOneThatFinishesSoThatNothingOvertakes() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Stage stage = new Stage()) {
            stage.script.receive = (node, message, context) -> {
                if (message.equals("1")) {
                    busy.countDown();
                    go.await();
                    context.stopSelf();
                }
            };
            stage.join(2, 3).awaitHost(2, 3);
            List.of("1", "2", "3", "4", "5").forEach(stage.proxy(3)::tell);
            busy.await();
            eventually("all of them are accepted", () -> buffered(stage, 3) == 0);
            stage.join(1);
            // Only a host that was asked drains; one whose instance ends before is restarted instead.
            eventually(
                    "the host was asked to stand down",
                    () -> stage.node(2)
                            .status(KEY)
                            .filter(status -> status.state() == State.STOPPING)
                            .isPresent());
            List.of("6", "7", "8", "9", "10").forEach(stage.proxy(3)::tell);
            go.countDown();
            stage.awaitHandled("10");
            assertThat(stage.handled()).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
            assertThat(stage.census.peak()).isEqualTo(1);
        }
    }

    private static int buffered(Stage stage, int node) {
        return stage.node(node).status(KEY).orElseThrow().buffered();
    }

    @Test
    void aTimeThatNoClockCanCountIsRefusedAndOneThatIsAsGoodAsForEverIsNot() {
        Assertions.assertThatThrownBy(() -> SingletonOptions.builder()
                        .supervisionWithin(Duration.ofSeconds(Long.MAX_VALUE))
                        .build())
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContainingAll("supervision.within", "at most PT876000H");
        try (Stage stage = new Stage()) {
            stage.with(options ->
                    options.supervisionWithin(Duration.ofDays(36_500)).handOverTimeout(Duration.ofDays(36_500)));
            stage.join(1).awaitHost(1);
            assertThat(stage.proxy(1)
                            .ask("a", String.class, Duration.ofSeconds(Long.MAX_VALUE))
                            .toCompletableFuture()
                            .join())
                    .isNotNull();
        }
    }
}
