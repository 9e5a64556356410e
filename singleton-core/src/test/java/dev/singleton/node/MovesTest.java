package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Placement;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.testkit.Stage;
import dev.singleton.testkit.Traffic;
import dev.singleton.wire.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The instance moves: one at a time, and no message is lost, repeated or overtaken. */
class MovesTest {

    private static void slowStop(Stage stage) {
        stage.script.postStop = (node, context) -> {
            if (node == 2) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(400));
            }
        };
    }

    @Test
    void theNewInstanceStartsOnlyWhenTheOldOneHasStopped() {
        try (Stage stage = new Stage().join(2).awaitHost(2)) {
            slowStop(stage);
            stage.join(1).awaitHost(1, 2);
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.census.timeLine()).containsExactly("started on 2", "stopped on 2", "started on 1");
            assertThat(stage.events(2).await(1, SingletonEvent.InstanceStopped.class))
                    .extracting(SingletonEvent.InstanceStopped::reason)
                    .containsExactly(StopReason.MOVED);
            assertThat(stage.node(1).status(KEY).orElseThrow().stats().handOversCompleted())
                    .isEqualTo(1);
        }
    }

    @Test
    void aPlannedMoveLosesRepeatsAndReordersNothing() {
        try (Stage stage = new Stage().join(2, 3).awaitHost(2, 3)) {
            Traffic two = Traffic.from(2, stage.proxy(2));
            Traffic three = Traffic.from(3, stage.proxy(3));
            AtomicBoolean throughTheWindow = new AtomicBoolean();
            stage.script.postStop = (node, context) -> {
                // Not when everything closes at the end, when there is no traffic any more.
                if (stage.census.births() == 1) {
                    two.awaitMore(10);
                    three.awaitMore(10);
                    throughTheWindow.set(true);
                }
            };
            two.awaitMore(5);
            three.awaitMore(5);
            stage.joinWith(1, builder -> builder);
            stage.start(1);
            Traffic one = Traffic.from(1, stage.proxy(1));
            stage.awaitHost(1, 2, 3);
            two.awaitMore(5);
            three.awaitMore(5);
            one.awaitMore(5);
            assertThat(throughTheWindow).isTrue();
            for (Traffic traffic : List.of(one, two, three)) {
                assertThat(traffic.faultsOf(stage)).isEmpty();
            }
            for (int number : List.of(1, 2, 3)) {
                assertThat(stage.events(number).deadLetters()).isEmpty();
            }
            assertThat(stage.census.peak()).isEqualTo(1);
        }
    }

    @Test
    void aPlannedMoveLosesNothingAtFullSpeedEither() {
        try (Stage stage = new Stage().join(2, 3).awaitHost(2, 3)) {
            Thread sender = new Thread(() -> {
                for (int i = 0; i < 50_000; i++) {
                    stage.proxy(3).tell("3#" + i);
                }
            });
            sender.start();
            stage.awaitHandled("3#100");
            stage.join(1).awaitHost(1, 2, 3);
            stage.awaitHandled("3#49999");
            assertThat(stage.handled()).hasSize(50_000);
            assertThat(Traffic.disorder(stage.handled())).isEmpty();
            assertThat(stage.events(3).deadLetters()).isEmpty();
        }
    }

    @Test
    void aMessageThatComesDuringTheWaitReachesTheNewInstance() {
        try (Stage stage = new Stage().join(2).awaitHost(2)) {
            CountDownLatch mayStop = new CountDownLatch(1);
            stage.script.postStop = (node, context) -> mayStop.await();
            stage.join(1);
            eventually(
                    "node 2 stops",
                    () -> stage.node(2).status(KEY).orElseThrow().state() == State.STOPPING);
            assertThat(stage.node(1).status(KEY).orElseThrow().handOverInProgress())
                    .isTrue();
            stage.proxy(1).tell("from 1");
            stage.proxy(2).tell("from 2");
            CompletionStage<String> asked = stage.proxy(2).ask("ask", String.class);
            eventually(
                    "node 1 holds at least two; a third may wait behind at node 2",
                    () -> stage.node(1).status(KEY).orElseThrow().held() >= 2);
            mayStop.countDown();
            assertThat(reply(asked)).isEqualTo("ask on 1");
            assertThat(stage.handled()).containsExactlyInAnyOrder("from 1", "from 2", "ask");
        }
    }

    @Test
    void aMemberThatNeverAnswersIsWaitedForUntilTheTimeOutAndNamed() {
        try (Stage stage = new Stage().with(options -> options.handOverTimeout(Duration.ofMillis(300)))) {
            stage.joinWith(2, builder -> builder);
            stage.cluster.cut(2);
            stage.join(1).awaitHost(1);
            eventually(
                    "it is told",
                    () -> !stage.events(1)
                            .of(SingletonEvent.HandOverTimedOut.class)
                            .isEmpty());
            assertThat(stage.events(1).of(SingletonEvent.HandOverTimedOut.class))
                    .extracting(SingletonEvent.HandOverTimedOut::silentPeers)
                    .containsExactly(List.of(stage.node(2).self()));
            assertThat(stage.log.warnings("greeter", stage.node(2).self().toString(), "never answered"))
                    .hasSize(1);
        }
    }

    @Test
    void aPeerThatOnlyReferencesConfirmsAtOnceAndAMemberWithoutANodeIsNotWaitedFor() {
        try (Stage stage = new Stage().with(options -> options.handOverTimeout(Duration.ofMinutes(5)))) {
            stage.joinWith(2, builder -> builder);
            stage.proxy(2);
            stage.cluster.joinBare(3);
            stage.join(1).awaitHost(1, 2);
            assertThat(stage.events(1).of(SingletonEvent.HandOverTimedOut.class))
                    .isEmpty();
            assertThat(stage.ask(2, "a")).isEqualTo("a on 1");
        }
    }

    @Test
    void anUnreachableHostThatIsStillAMemberStaysTheHost() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            stage.cluster.cut(1);
            stage.proxy(2).tell("a");
            stage.join(4);
            stage.awaitHost(1, 2, 3);
            assertThat(stage.census.births()).isEqualTo(1);
            stage.cluster.reconnect(1);
            stage.awaitHandled("a");
            assertThat(stage.ask(3, "b")).isEqualTo("b on 1");
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    @Test
    void whenTheHostMovesAwayFromANodeThatWaitsItsHeldMessagesGoOn() {
        try (Stage stage = new Stage().join(3).awaitHost(3)) {
            CountDownLatch mayStop = new CountDownLatch(1);
            stage.script.postStop = (node, context) -> mayStop.await();
            stage.join(2);
            eventually(
                    "node 3 stops",
                    () -> stage.node(3).status(KEY).orElseThrow().state() == State.STOPPING);
            stage.proxy(2).tell("held by 2");
            eventually(
                    "node 2 holds it",
                    () -> stage.node(2).status(KEY).orElseThrow().held() == 1);
            stage.join(1);
            eventually(
                    "node 2 waits no more",
                    () -> stage.node(2).status(KEY).orElseThrow().state() == State.STANDBY);
            mayStop.countDown();
            stage.awaitHost(1, 2, 3);
            stage.awaitHandled("held by 2");
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.census.timeLine()).containsExactly("started on 3", "stopped on 3", "started on 1");
        }
    }

    @Test
    void nothingStartsElsewhereWhileAnInstanceRefusesToStop() {
        try (Stage stage = new Stage().with(options -> options.handOverTimeout(Duration.ofSeconds(1)))) {
            stage.join(3, 4, 5).awaitHost(3, 4, 5);
            CountDownLatch mayStop = new CountDownLatch(1);
            stage.script.postStop = (node, context) -> mayStop.await();
            stage.join(2);
            eventually(
                    "node 3 stops",
                    () -> stage.node(3).status(KEY).orElseThrow().state() == State.STOPPING);
            stage.cluster.leave(4);
            stage.kill(5);
            eventually(
                    "several windows have passed",
                    () -> stage.log
                                    .warnings("greeter", "does not start here yet", "still stopping")
                                    .size()
                            >= 2);
            assertThat(stage.census.births()).isEqualTo(1);
            mayStop.countDown();
            stage.awaitHost(2, 3);
            assertThat(stage.census.timeLine())
                    .containsExactly("started on 3", "killed 5", "stopped on 3", "started on 2");
        }
    }

    @Test
    void aNewcomerUnderOldestMovesNothingAndARollingRestartMovesOnce() {
        try (Stage stage = new Stage().with(options -> options.placement(Placement.OLDEST))) {
            stage.join(3, 2, 1).awaitHost(3, 2, 1);
            for (int number : List.of(1, 2)) {
                stage.cluster.leave(number);
                stage.join(number).awaitHost(3, number);
            }
            assertThat(stage.census.births()).isEqualTo(1);
            stage.cluster.leave(3);
            stage.join(3).awaitHost(1, 2, 3);
            assertThat(stage.census.timeLine()).containsExactly("started on 3", "stopped on 3", "started on 1");
        }
    }

    @Test
    void underAddressALowerNewcomerTakesOverOnce() {
        try (Stage stage = new Stage().join(3, 4).awaitHost(3, 4)) {
            stage.join(5).awaitHost(3, 4, 5);
            stage.join(1).awaitHost(1, 3, 4, 5);
            stage.join(2).awaitHost(1, 2, 3, 4, 5);
            assertThat(stage.census.timeLine()).containsExactly("started on 3", "stopped on 3", "started on 1");
        }
    }

    @Test
    void asksInFlightWhileTheHostMovesEachEndOnce() {
        try (Stage stage = new Stage().join(2, 3).awaitHost(2, 3)) {
            List<CompletionStage<String>> asks = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                asks.add(stage.proxy(2).ask("a" + i, String.class));
                asks.add(stage.proxy(3).ask("b" + i, String.class));
                if (i == 20) {
                    stage.join(1);
                }
            }
            asks.forEach(ask -> assertThat(reply(ask)).matches("[ab][0-9]+ on [12]"));
            stage.awaitHost(1, 2, 3);
            assertThat(stage.handled()).doesNotHaveDuplicates().hasSize(100);
        }
    }

    @Test
    void announcementsAreRepeatedUntilTheyArrive() {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            int[] lost = new int[1];
            var repair = stage.cluster
                    .links()
                    .lose((from, to, frame) -> to == 2 && frame instanceof Frame.Announce && lost[0]++ < 4);
            stage.joinWith(2, builder -> builder);
            stage.proxy(2);
            stage.awaitHost(1, 2);
            repair.close();
            assertThat(lost[0]).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void theHandOverSurvivesLostFrames() {
        try (Stage stage = new Stage().join(2).awaitHost(2)) {
            int[] lost = new int[1];
            var repair = stage.cluster.links().lose((from, to, frame) -> {
                boolean control = frame instanceof Frame.StandDown || frame instanceof Frame.Confirm;
                return control && lost[0]++ < 3;
            });
            stage.join(1).awaitHost(1, 2);
            repair.close();
            assertThat(lost[0]).isGreaterThanOrEqualTo(3);
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.events(1).of(SingletonEvent.HandOverTimedOut.class))
                    .isEmpty();
        }
    }
}
