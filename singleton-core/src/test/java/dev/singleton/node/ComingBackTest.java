package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Placement;
import dev.singleton.Proxy;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.testkit.Stage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A node is taken out of rotation and comes back. */
class ComingBackTest {

    @Test
    void stopTakesTheNodeOutAndStartBringsItBack() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            reply(stage.node(1).stop(KEY));
            assertThat(stage.node(1).status(KEY).orElseThrow().state()).isEqualTo(State.OUT);
            assertThat(stage.node(1).isStarted(KEY)).isFalse();
            stage.awaitHost(2, 1);
            assertThat(stage.ask(1, "a")).isEqualTo("a on 2");
            stage.start(1);
            stage.awaitHost(1, 2);
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.events(1).await(1, SingletonEvent.InstanceStopped.class))
                    .extracting(SingletonEvent.InstanceStopped::reason)
                    .containsExactly(StopReason.STOPPED);
        }
    }

    @Test
    void startInTheSameBreathAsStopSettlesAndNeverMeansTwoInstances() {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            CountDownLatch mayStop = new CountDownLatch(1);
            stage.script.postStop = (node, context) -> mayStop.await();
            var stopped = stage.node(1).stop(KEY);
            Proxy<String> back = stage.start(1);
            back.tell("a");
            mayStop.countDown();
            reply(stopped);
            stage.awaitHandled("a");
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.census.births()).isEqualTo(2);
        }
    }

    @Test
    void startAndStopMayRaceAndTheLastWordCounts() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            for (int i = 0; i < 200; i++) {
                stage.start(1);
                var unused = stage.node(1).stop(KEY);
            }
            Proxy<String> proxy = stage.start(1);
            stage.awaitHost(1);
            assertThat(reply(proxy.ask("a", String.class))).isEqualTo("a on 1");
            assertThat(stage.census.peak()).isEqualTo(1);
            reply(stage.node(1).stop(KEY));
            assertThat(stage.census.live()).isZero();
            assertThat(stage.log.faults()).isEmpty();
        }
    }

    @Test
    void stopOfWhatWasNeverStartedIsDoneAtOnce() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            reply(stage.node(1).stop(KEY));
            stage.proxy(1);
            reply(stage.node(1).stop(KEY));
            assertThat(stage.node(1).status(SingletonKey.of("unknown", String.class)))
                    .isEmpty();
        }
    }

    @Test
    void theSettingsOfTheLastStartAreThoseOfTheInstance() {
        try (Stage stage =
                new Stage().with(options -> options.restartOnTermination(false)).join(1)) {
            stage.awaitHost(1);
            reply(stage.node(1).stop(KEY));
            AtomicReference<Object> seen = new AtomicReference<>();
            stage.node(1)
                    .start(
                            KEY,
                            () -> (message, context) -> {
                                seen.set(message);
                                context.reply("another class");
                            },
                            SingletonOptions.builder()
                                    .placement(Placement.OLDEST)
                                    .build());
            assertThat(stage.ask(1, "a")).isEqualTo("another class");
            assertThat(seen).hasValue("a");
        }
    }

    @Test
    void aNodeThatWasClosedOnAMemberThatStaysIsForgottenWithWhatItDisagreedOn() {
        try (Stage stage = new Stage()) {
            stage.with(options -> options.placement(Placement.OLDEST)).join(1).awaitHost(1);
            stage.with(options -> options.placement(Placement.ADDRESS)).join(2);
            eventually(
                    "they disagree",
                    () -> !stage.node(2)
                            .status(Stage.KEY)
                            .orElseThrow()
                            .disagreements()
                            .isEmpty());
            stage.node(1).close();
            stage.awaitHost(2);
            assertThat(stage.node(2).status(Stage.KEY).orElseThrow().disagreements())
                    .isEmpty();
        }
    }
}
