package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.RemoteFailureException;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.SupervisionStrategy;
import dev.singleton.testkit.Script;
import dev.singleton.testkit.Stage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What follows when an instance throws, ends itself, or cannot be made. */
class SupervisionTest {

    /** Answers, except to "boom", "error" and "stop". */
    private static final Script.Scene FRAGILE = (node, message, context) -> {
        switch (message) {
            case "boom" -> throw new IllegalStateException("no luck");
            case "error" -> throw new StackOverflowError("no end");
            case "stop" -> context.stopSelf();
            default -> {
                if (context.expectsReply()) {
                    context.reply(message + " on " + node);
                }
            }
        }
    };

    private static Stage fragile(int... numbers) {
        Stage stage = new Stage();
        stage.script.receive = FRAGILE;
        return stage.join(numbers);
    }

    private static SingletonEvent.InstanceStopped stopped(StopReason reason) {
        return new SingletonEvent.InstanceStopped(KEY, reason);
    }

    @Test
    void anExceptionFailsTheAskAndANewInstanceHandlesTheNextMessage() {
        for (String poison : List.of("boom", "error")) {
            try (Stage stage = fragile(1, 2).awaitHost(1, 2)) {
                for (int asker : List.of(1, 2)) {
                    assertThatThrownBy(() -> stage.ask(asker, poison))
                            .isInstanceOf(RemoteFailureException.class)
                            .hasMessageContainingAll("greeter", poison.equals("boom") ? "no luck" : "no end");
                    assertThat(stage.ask(asker, "a")).isEqualTo("a on 1");
                }
                assertThat(stage.census.births()).isEqualTo(3);
                assertThat(stage.census.peak()).isEqualTo(1);
                var stats = stage.node(1).status(KEY).orElseThrow().stats();
                assertThat(stats.activations()).isEqualTo(3);
                assertThat(stats.reactivations()).isEqualTo(2);
                assertThat(stats.activationAttempts()).isEqualTo(3);
            }
        }
    }

    @Test
    void theMailboxIsKeptWhenTheInstanceIsReplaced() {
        try (Stage stage = fragile(1).awaitHost(1)) {
            List.of("a", "boom", "b", "boom", "c").forEach(stage.proxy(1)::tell);
            stage.awaitHandled("c");
            assertThat(stage.handled()).containsExactly("a", "boom", "b", "boom", "c");
            assertThat(stage.events(1).deadLetters()).isEmpty();
        }
    }

    @Test
    void resumeKeepsTheSameInstance() {
        try (Stage stage = new Stage().with(options -> options.supervisionStrategy(SupervisionStrategy.RESUME))) {
            stage.script.receive = FRAGILE;
            stage.join(1).awaitHost(1);
            List.of("boom", "error", "a").forEach(stage.proxy(1)::tell);
            stage.awaitHandled("a");
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    @Test
    void anExhaustedBudgetIsADeathAndNoMembershipEventShortensThePause() {
        try (Stage stage = new Stage().with(options -> options.supervisionMaxRestarts(1))) {
            stage.script.receive = FRAGILE;
            stage.join(1, 2).awaitHost(1, 2);
            List.of("boom", "boom").forEach(stage.proxy(1)::tell);
            eventually(
                    "it pauses", () -> stage.node(1).status(KEY).orElseThrow().state() == State.PAUSING);
            long died = System.nanoTime();
            assertThat(stage.census.births()).isEqualTo(2);
            stage.proxy(2).tell("held");
            for (int number : List.of(3, 4, 5)) {
                stage.join(number);
                stage.kill(number);
            }
            stage.awaitHandled("held");
            assertThat(Duration.ofNanos(System.nanoTime() - died)).isGreaterThan(Duration.ofMillis(800));
            assertThat(stage.census.births()).isEqualTo(3);
            assertThat(stage.events(1).await(2, SingletonEvent.InstanceStopped.class))
                    .containsExactly(stopped(StopReason.FAILURE), stopped(StopReason.FAILURE));
            assertThat(stage.events(2).deadLetters()).isEmpty();
        }
    }

    @Test
    void theStrategyStopIsADeathAtTheFirstException() {
        try (Stage stage = new Stage().with(options -> options.supervisionStrategy(SupervisionStrategy.STOP))) {
            stage.script.receive = FRAGILE;
            stage.join(1).awaitHost(1);
            List.of("boom", "a").forEach(stage.proxy(1)::tell);
            stage.awaitHandled("a");
            assertThat(stage.census.births()).isEqualTo(2);
        }
    }

    @Test
    void anInstanceThatStopsItselfIsStartedAnew() {
        try (Stage stage = fragile(1).awaitHost(1)) {
            List.of("stop", "a").forEach(stage.proxy(1)::tell);
            stage.awaitHandled("a");
            assertThat(stage.census.timeLine()).containsExactly("started on 1", "stopped on 1", "started on 1");
            assertThat(stage.events(1).await(1, SingletonEvent.InstanceStopped.class))
                    .containsExactly(stopped(StopReason.STOP_SELF));
        }
    }

    @Test
    void withoutRestartADeathTakesTheNodeOutUntilItIsStoppedAndStarted() {
        try (Stage stage = new Stage().with(options -> options.restartOnTermination(false))) {
            stage.script.receive = FRAGILE;
            stage.join(1, 2).awaitHost(1, 2);
            stage.cluster.awaitAcquaintance(1, 2);
            List.of("stop", "after the death").forEach(stage.proxy(1)::tell);
            stage.awaitHost(2, 1);
            stage.awaitHandled("after the death");
            assertThat(stage.node(1).status(KEY).orElseThrow().state()).isEqualTo(State.OUT);
            stage.join(3);
            stage.kill(3);
            assertThat(stage.ask(1, "a")).isEqualTo("a on 2");
            reply(stage.node(1).stop(KEY));
            stage.start(1);
            stage.awaitHost(1, 2);
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.log.warnings("greeter", "restart-on-termination is false"))
                    .hasSize(1);
        }
    }

    @Test
    void startFailuresAreRetriedWithGrowingPausesAndTheErrorIsKeptUntilItWorks() {
        try (Stage stage = new Stage()) {
            AtomicInteger attempts = new AtomicInteger();
            List<Long> times = new CopyOnWriteArrayList<>();
            stage.script.construct = node -> {
                times.add(System.nanoTime());
                if (attempts.incrementAndGet() == 1) {
                    throw new IllegalStateException("the constructor says no");
                }
            };
            stage.script.preStart = (node, context) -> {
                if (attempts.get() == 2) {
                    throw new IllegalStateException("preStart says no");
                }
            };
            stage.join(1);
            stage.proxy(1).tell("a");
            for (String text : List.of("the constructor says no", "preStart says no")) {
                eventually(
                        text,
                        () -> stage.node(1)
                                .status(KEY)
                                .orElseThrow()
                                .lastActivationError()
                                .filter(error -> error.contains(text))
                                .isPresent());
            }
            stage.awaitHost(1).awaitHandled("a");
            var status = stage.node(1).status(KEY).orElseThrow();
            assertThat(status.lastActivationError()).isEmpty();
            assertThat(status.stats().activationFailures()).isEqualTo(2);
            assertThat(status.stats().activationAttempts()).isEqualTo(3);
            assertThat(status.stats().activations()).isEqualTo(1);
            assertThat(times.get(1) - times.get(0))
                    .isGreaterThan(Duration.ofMillis(900).toNanos());
            assertThat(times.get(2) - times.get(1))
                    .isGreaterThan(Duration.ofMillis(1900).toNanos());
            assertThat(stage.events(1).await(2, SingletonEvent.ActivationFailed.class))
                    .hasSize(2);
        }
    }

    @Test
    void aFailureToReplaceAnInstanceIsAnActivationFailureToo() {
        try (Stage stage = fragile(1).awaitHost(1)) {
            AtomicInteger attempts = new AtomicInteger();
            stage.script.construct = node -> {
                if (attempts.incrementAndGet() == 1) {
                    throw new IllegalStateException("not now");
                }
            };
            List.of("boom", "a").forEach(stage.proxy(1)::tell);
            eventually(
                    "the error is shown",
                    () -> stage.node(1)
                            .status(KEY)
                            .orElseThrow()
                            .lastActivationError()
                            .filter(error -> error.contains("not now"))
                            .isPresent());
            stage.awaitHandled("a");
            assertThat(stage.node(1).status(KEY).orElseThrow().stats().activationFailures())
                    .isEqualTo(1);
            assertThat(stage.events(1).await(1, SingletonEvent.ActivationFailed.class))
                    .hasSize(1);
        }
    }

    @Test
    void aPostStopThatThrowsIsLoggedAndTheMoveGoesOn() {
        try (Stage stage = fragile(2).awaitHost(2)) {
            stage.script.postStop = (node, context) -> {
                throw new IllegalStateException("no peace");
            };
            stage.join(1).awaitHost(1, 2);
            assertThat(stage.log.warnings("greeter", "postStop")).hasSize(1);
        }
    }

    @Test
    void timersEndWithTheInstance() {
        try (Stage stage = new Stage()) {
            stage.script.receive = (node, message, context) -> {
                if (message.equals("arm")) {
                    context.timers().startPeriodic("tick", "tick", Duration.ofMillis(5));
                    context.timers().startSingle("once", "once", Duration.ZERO);
                    context.timers().startSingle("never", "never", Duration.ZERO);
                    context.timers().cancel("never");
                } else if (message.equals("boom")) {
                    throw new IllegalStateException("no luck");
                } else if (context.expectsReply()) {
                    context.reply("yes");
                }
            };
            stage.join(1).awaitHost(1);
            stage.proxy(1).tell("arm");
            eventually(
                    "it ticks",
                    () -> stage.handled().stream().filter("tick"::equals).count() > 3);
            stage.proxy(1).tell("boom");
            stage.awaitHandled("boom");
            stage.ask(1, "a");
            int ticks = stage.handled().size();
            long since = System.nanoTime();
            eventually("a few intervals pass", () -> System.nanoTime() - since > 50_000_000L);
            assertThat(stage.handled()).hasSize(ticks).doesNotContain("never").containsOnlyOnce("once");
        }
    }
}
