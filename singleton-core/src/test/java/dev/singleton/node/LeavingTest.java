package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonStatus.State;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.StopReason;
import dev.singleton.codec.CborMessageCodec;
import dev.singleton.testkit.EventLog;
import dev.singleton.testkit.Stage;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A node leaves, in whatever state it is: drained, handed over, and in bounded time. */
class LeavingTest {

    @Test
    void aLoneNodeLeavesWithoutWaitingForAnybody() {
        try (Stage stage = new Stage()
                .with(options -> options.handOverTimeout(Duration.ofMinutes(5)))
                .join(1)
                .awaitHost(1)) {
            stage.proxy(1).tell("a");
            long began = System.nanoTime();
            stage.cluster.leave(1);
            // Else it would wait for the hand-over time-out.
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(1));
            assertThat(stage.handled()).containsExactly("a");
            assertThat(stage.census.timeLine()).containsExactly("started on 1", "stopped on 1");
        }
    }

    @Test
    void whatALeavingNodeGivesBackCountsAlsoWhenItArrivesAfterTheNodeIsGone() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            NodeId two = stage.node(2).self();
            stage.cluster.leave(2);
            byte[] body = new CborMessageCodec().encode("a", String.class);
            byte[] frame = Frames.encode(new Frame.Returned(
                    KEY.typeName(),
                    DeadLetterReason.STOPPED,
                    "",
                    List.of(new Frame.Message(0, Optional.empty(), Payload.of(body)))));
            stage.cluster.injectFromStranger(1, frame);
            stage.cluster.injectFrom(two, 1, frame);
            stage.events(1).await(1, SingletonEvent.DeadLetter.class);
            assertThat(stage.events(1).deadLetters()).containsExactly("a");
        }
    }

    @Test
    void everythingAcceptedIsHandledBeforeTheInstanceStops() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            CountDownLatch go = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> go.await();
            for (int i = 0; i < 100; i++) {
                stage.proxy(2).tell("m" + i);
            }
            eventually(
                    "all are accepted",
                    () -> stage.node(2).status(KEY).orElseThrow().buffered() == 0);
            CompletableFuture<Void> left = CompletableFuture.runAsync(() -> stage.cluster.leave(1));
            eventually(
                    "node 1 stops",
                    () -> stage.node(1).status(KEY).orElseThrow().state() == State.STOPPING);
            go.countDown();
            reply(left);
            assertThat(stage.handled()).hasSize(100);
            stage.awaitHost(2);
            assertThat(stage.events(2).deadLetters()).isEmpty();
        }
    }

    @Test
    void whatTheLeavingNodeHadToldIsDeliveredFirst() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            EventLog events = stage.events(2);
            for (int i = 0; i < 5_000; i++) {
                stage.proxy(2).tell("m" + i);
            }
            stage.cluster.leave(2);
            stage.awaitHandled("m4999");
            assertThat(stage.handled()).hasSize(5_000);
            assertThat(events.deadLetters()).isEmpty();
        }
    }

    @Test
    void whatIsToldWhileTheNodeLeavesIsHandledOrADeadLetterAndNotBoth() throws InterruptedException {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            EventLog events = stage.events(2);
            Proxy<String> proxy = stage.proxy(2);
            AtomicBoolean enough = new AtomicBoolean();
            List<String> told = new ArrayList<>();
            Thread teller = new Thread(() -> {
                for (int i = 0; !enough.get(); i++) {
                    told.add("m" + i);
                    proxy.tell("m" + i);
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
                }
            });
            teller.start();
            stage.awaitHandled("m100");
            stage.cluster.leave(2);
            enough.set(true);
            teller.join();

            eventually(
                    "the fate of each is known",
                    () -> stage.handled().size() + events.deadLetters().size() >= told.size());
            int last = stage.handled().size();
            assertThat(stage.handled()).isEqualTo(told.subList(0, last));
            assertThat(events.deadLetters()).isEqualTo(told.subList(last, told.size()));
            assertThat(events.deadLetters(DeadLetterReason.STOPPED)).hasSize(told.size() - last);
        }
    }

    @Test
    void tellingWithoutAPauseDoesNotKeepANodeThatLeaves() throws InterruptedException {
        try (Stage stage = new Stage()
                .with(options -> options.handOverTimeout(Duration.ofMinutes(5)))
                .join(1, 2)
                .awaitHost(1, 2)) {
            EventLog events = stage.events(2);
            Proxy<String> proxy = stage.proxy(2);
            AtomicBoolean enough = new AtomicBoolean();
            Thread teller = new Thread(() -> {
                while (!enough.get()) {
                    proxy.tell("a");
                }
            });
            teller.start();
            stage.awaitHandled("a");
            Stage.reply(CompletableFuture.runAsync(() -> stage.cluster.leave(2)));
            enough.set(true);
            teller.join();
            assertThat(events.deadLetters(DeadLetterReason.DELIVERY_UNKNOWN)).isEmpty();
        }
    }

    @Test
    void whenTheLastEligibleNodeLeavesNobodyOwnsItAndAsksFailAtOnce() {
        try (Stage stage = new Stage().with(options -> options.role("batch"))) {
            stage.joinWith(1, builder -> builder.roles(List.of("batch")));
            stage.start(1);
            stage.join(2).awaitHost(1, 2);
            stage.cluster.leave(1);
            eventually("nobody owns it", () -> stage.proxy(2).owner().isEmpty());
            assertThatThrownBy(() -> stage.ask(2, "a")).isInstanceOf(SingletonUnavailableException.class);
            assertThat(stage.census.live()).isZero();
        }
    }

    @Test
    void aLeaveAndACrashAtTheSameTimeEndWithOneInstance() {
        try (Stage stage = new Stage().join(1, 2, 3, 4).awaitHost(1, 2, 3, 4)) {
            CompletableFuture<Void> left = CompletableFuture.runAsync(() -> stage.cluster.leave(1));
            stage.kill(2);
            reply(left);
            stage.awaitHost(3, 4);
            assertThat(stage.ask(4, "a")).isEqualTo("a on 3");
            assertThat(stage.census.live()).isEqualTo(1);
        }
    }

    @Test
    void allLeaveAtOnce() {
        Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3);
        stage.close();
        assertThat(stage.census.live()).isZero();
        assertThat(stage.census.peak()).isEqualTo(1);
    }

    @Test
    void aNodeMayBeClosedBeforeItIsUpTwiceAndFromManyThreads() throws Exception {
        try (Stage stage = new Stage()) {
            SingletonNode starting = stage.cluster.joinStarting(1, builder -> builder);
            Proxy<String> proxy = starting.start(KEY, stage.actor(1));
            EventLog events = new EventLog(starting);
            proxy.tell("a");
            List<CompletableFuture<Void>> closes = List.of(
                    CompletableFuture.runAsync(starting::close),
                    CompletableFuture.runAsync(starting::close),
                    CompletableFuture.runAsync(starting::close));
            for (CompletableFuture<Void> close : closes) {
                close.get(10, TimeUnit.SECONDS);
            }
            starting.close();
            eventually(
                    "what it had told is a dead letter",
                    () -> events.deadLetters(DeadLetterReason.STOPPED).contains("a"));
            assertThat(stage.census.births()).isZero();
            assertThat(starting.ready()).isFalse();
        }
    }

    @Test
    void aNodeClosedWhileItTakesOverOrStartsOrPausesLeavesNothingBehind() {
        for (State state : List.of(State.TAKING_OVER, State.STARTING, State.PAUSING)) {
            try (Stage stage = new Stage().with(options -> options.handOverTimeout(Duration.ofSeconds(2)))) {
                stage.joinWith(2, builder -> builder);
                CountDownLatch mayStart = new CountDownLatch(1);
                if (state == State.TAKING_OVER) {
                    stage.cluster.cut(2);
                } else if (state == State.STARTING) {
                    stage.script.preStart = (node, context) -> mayStart.await();
                } else {
                    stage.script.construct = node -> {
                        throw new IllegalStateException("not today");
                    };
                }
                stage.join(1);
                SingletonNode one = stage.node(1);
                eventually("" + state, () -> one.status(KEY).orElseThrow().state() == state);
                CompletableFuture<Void> left = CompletableFuture.runAsync(() -> stage.cluster.leave(1));
                eventually("it is leaving", () -> !one.ready());
                mayStart.countDown();
                reply(left);
                assertThat(stage.census.live()).as(state + "").isZero();
            }
        }
    }

    @Test
    void anActorThatNeverEndsDelaysTheLeaveOnlyUpToTheBound() {
        try (Stage stage = new Stage().with(options -> options.handOverTimeout(Duration.ofSeconds(1)))) {
            CountDownLatch never = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> never.await();
            stage.join(1, 2).awaitHost(1, 2);
            stage.proxy(2).tell("in hand");
            stage.awaitHandled("in hand");
            stage.proxy(2).tell("behind it");
            eventually(
                    "it is accepted",
                    () -> stage.node(2).status(KEY).orElseThrow().buffered() == 0);
            stage.cluster.leave(1);
            eventually(
                    "it comes back",
                    () -> stage.events(2).deadLetters(DeadLetterReason.STOPPED).contains("behind it"));
            assertThat(stage.log.warnings("could not hand over everything within PT1S"))
                    .hasSize(1);
            never.countDown();
            stage.awaitHost(2);
        }
    }

    @Test
    void aStopOrStartThatRacesWithTheEndDoesNotHang() {
        for (int i = 0; i < 20; i++) {
            try (Stage stage = new Stage().join(1).awaitHost(1)) {
                SingletonNode one = stage.node(1);
                CompletableFuture<Void> left = CompletableFuture.runAsync(() -> stage.cluster.leave(1));
                var stopped = one.stop(KEY);
                var restarted = one.restart(KEY);
                CompletableFuture<?> started = CompletableFuture.runAsync(() -> one.start(KEY, stage.actor(1)));
                reply(stopped);
                eventually("the start has ended", started::isDone);
                eventually("the restart has ended", restarted.toCompletableFuture()::isDone);
                reply(left);
                assertThat(stage.census.live()).isZero();
                assertThat(stage.log.faults()).isEmpty();
            }
        }
    }

    @Test
    void aTerminatedMemberStopsItsInstance() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            EventLog events = stage.events(1);
            stage.cluster.terminate(1);
            stage.awaitHost(2);
            assertThat(events.await(1, SingletonEvent.InstanceStopped.class)
                            .get(0)
                            .reason())
                    .isEqualTo(StopReason.LEAVING);
        }
    }

    @Test
    void anInstanceWhoseMemberIsGoneFinishesTheMessageInHandAndNoOther() throws Exception {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            EventLog events = stage.events(1);
            CountDownLatch inHand = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> {
                inHand.countDown();
                go.await();
            };
            for (int i = 0; i < 10; i++) {
                stage.proxy(1).tell("m" + i);
            }
            assertThat(inHand.await(30, TimeUnit.SECONDS)).isTrue();
            SingletonNode one = stage.node(1);
            stage.cluster.terminate(1);
            eventually("it is told to stop", () -> one.status(KEY).orElseThrow().state() == State.STOPPING);
            go.countDown();
            assertThat(events.await(9, SingletonEvent.DeadLetter.class))
                    .extracting(SingletonEvent.DeadLetter::message)
                    .doesNotContain("m0");
            assertThat(stage.handled()).containsExactly("m0");
        }
    }

    @Test
    void aNodeThatComesBackOnTheSamePlaceIsANewOne() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            for (int i = 0; i < 5; i++) {
                stage.cluster.leave(1);
                stage.awaitHost(2);
                stage.join(1).awaitHost(1, 2);
                assertThat(stage.ask(2, "a" + i)).isEqualTo("a" + i + " on 1");
            }
            assertThat(stage.census.peak()).isEqualTo(1);
        }
    }
}
