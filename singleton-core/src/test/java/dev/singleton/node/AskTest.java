package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.AskTimeoutException;
import dev.singleton.Proxy;
import dev.singleton.RemoteFailureException;
import dev.singleton.SingletonException;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.testkit.Script;
import dev.singleton.testkit.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** An ask has one end, wherever the instance lives. Each story is told on the host and on another node. */
class AskTest {

    /** A reply that only knows its own class. */
    public record Status(String text, int number, Instant at) {}

    private static final Script.Scene ANSWERS = (node, message, context) -> {
        switch (message) {
            case "twice" -> {
                context.reply("first");
                assertThat(context.expectsReply()).isFalse();
                context.reply("second");
            }
            case "number" -> context.reply(42);
            case "status" -> context.reply(new Status("fine", 7, Instant.EPOCH));
            case "list" -> context.reply(List.of("a", "b"));
            case "object" -> context.reply(new Object());
            case "then throws" -> {
                context.reply("before");
                throw new IllegalStateException("after the reply");
            }
            case "silent" -> {}
            default -> context.reply(message);
        }
    };

    private interface Story {
        void tell(Stage stage, Proxy<String> proxy);
    }

    private static void onBothNodes(Story story) {
        try (Stage stage = new Stage()) {
            stage.script.receive = ANSWERS;
            stage.join(1, 2).awaitHost(1, 2);
            story.tell(stage, stage.proxy(1));
            story.tell(stage, stage.proxy(2));
            assertThat(stage.log.faults()).isEmpty();
        }
    }

    @Test
    void theFirstReplyCounts() {
        onBothNodes((stage, proxy) ->
                assertThat(reply(proxy.ask("twice", String.class))).isEqualTo("first"));
    }

    @Test
    void aReplyMayBeOfAnyTypeThatWasAskedFor() {
        onBothNodes((stage, proxy) -> {
            assertThat(reply(proxy.ask("number", Integer.class))).isEqualTo(42);
            assertThat(reply(proxy.ask("status", Status.class))).isEqualTo(new Status("fine", 7, Instant.EPOCH));
        });
    }

    @Test
    void aReplyOfAnotherTypeFailsTheAskAndNamesBoth() {
        onBothNodes((stage, proxy) -> assertThatThrownBy(() -> reply(proxy.ask("number", String.class)))
                .isInstanceOf(SingletonException.class)
                .hasMessageContainingAll("greeter", "java.lang.Integer", "java.lang.String"));
    }

    @Test
    void aReplyThatCannotTravelFailsTheAskOfAnotherNodeAtOnceAndNotTheInstance() {
        onBothNodes((stage, proxy) -> {
            if (!proxy.locallyOwned()) {
                assertThatThrownBy(() -> reply(proxy.ask("object", Object.class, Duration.ofDays(1))))
                        .isInstanceOf(RemoteFailureException.class)
                        .hasMessageContainingAll("greeter", "java.lang.Object can hold anything");
                assertThatThrownBy(() -> reply(proxy.ask("list", List.class, Duration.ofDays(1))))
                        .isInstanceOf(RemoteFailureException.class)
                        .hasMessageContainingAll("greeter", "declare List");
                assertThatThrownBy(() -> reply(proxy.ask("number", Object.class, Duration.ofDays(1))))
                        .isInstanceOf(SingletonException.class)
                        .hasMessageContainingAll("greeter", "java.lang.Integer", "ask for a concrete or sealed type");
                assertThat(stage.census.births()).isEqualTo(1);
            }
        });
    }

    @Test
    void aReplyThatCannotTravelReachesTheHostItselfWithOneWarning() {
        try (Stage stage = new Stage()) {
            stage.script.receive = ANSWERS;
            Proxy<String> host = stage.join(1).awaitHost(1, 1).proxy(1);
            for (int round = 0; round < 3; round++) {
                assertThat((Object) reply(host.ask("list", List.class))).isEqualTo(List.of("a", "b"));
                assertThat(reply(host.ask("number", Object.class))).isEqualTo(42);
                assertThat(reply(host.ask("number", Integer.class))).isEqualTo(42);
            }
            assertThat(stage.log.warnings("greeter reaches askers on this node only"))
                    .hasSize(2)
                    .anyMatch(text -> text.contains("declare List"))
                    .anyMatch(text -> text.contains("it is a java.lang.Integer, which is not java.lang.Object"));
        }
    }

    @Test
    void aReplyGivenBeforeAnExceptionIsTheReply() {
        onBothNodes((stage, proxy) -> {
            assertThat(reply(proxy.ask("then throws", String.class))).isEqualTo("before");
            assertThat(reply(proxy.ask("next", String.class))).isEqualTo("next");
        });
    }

    @Test
    void withoutAReplyTheAskEndsWithItsTimeOut() {
        onBothNodes((stage, proxy) -> {
            assertThatThrownBy(() -> reply(proxy.ask("silent", String.class, Duration.ofMillis(50))))
                    .isInstanceOf(AskTimeoutException.class)
                    .hasMessageContainingAll("greeter", "PT0.05S", "may have been handled");
            assertThat(reply(proxy.ask("next", String.class))).isEqualTo("next");
        });
    }

    @Test
    void theDefaultTimeOutIsTheSettings() {
        try (Stage stage = new Stage().with(options -> options.askTimeout(Duration.ofMillis(40)))) {
            stage.script.receive = ANSWERS;
            stage.join(1, 2).awaitHost(1, 2);
            assertThatThrownBy(() -> stage.ask(2, "silent"))
                    .isInstanceOf(AskTimeoutException.class)
                    .hasMessageContaining("PT0.04S");
        }
    }

    @Test
    void aLateReplyIsDroppedAndHarmsNobody() {
        try (Stage stage = new Stage()) {
            CountDownLatch late = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> {
                if (message.equals("slow")) {
                    late.await();
                }
                context.reply(message);
            };
            stage.join(1, 2).awaitHost(1, 2);
            for (int asker : new int[] {1, 2}) {
                assertThatThrownBy(() -> reply(stage.proxy(asker).ask("slow", String.class, Duration.ofMillis(50))))
                        .isInstanceOf(AskTimeoutException.class);
            }
            late.countDown();
            assertThat(stage.ask(2, "next")).isEqualTo("next");
        }
    }

    @Test
    void anAskThatWaitedTooLongAtTheSenderIsNotSentAnyMore() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            stage.cluster.cut(1);
            stage.proxy(2).tell("in flight");
            var expired = stage.proxy(2).ask("expired", String.class, Duration.ofMillis(50));
            assertThatThrownBy(() -> reply(expired)).isInstanceOf(AskTimeoutException.class);
            stage.cluster.reconnect(1);
            assertThat(stage.ask(2, "next")).isEqualTo("next on 1");
            assertThat(stage.handled()).containsExactly("in flight", "next");
        }
    }

    @Test
    void aReplyToATellIsDropped() {
        onBothNodes((stage, proxy) -> {
            proxy.tell("twice");
            assertThat(reply(proxy.ask("next", String.class))).isEqualTo("next");
        });
    }

    @Test
    void theCallerMayBlockWhereTheReplyArrives() {
        onBothNodes((stage, proxy) -> {
            CompletableFuture<String> second = proxy.ask("first", String.class)
                    .thenApply(first -> reply(proxy.ask(first + " second", String.class)))
                    .toCompletableFuture();
            assertThat(reply(second)).isEqualTo("first second");
        });
    }

    @Test
    void anAskEndsWhenItsHostDies() {
        try (Stage stage = new Stage()) {
            CountDownLatch never = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> never.await();
            stage.join(1, 2).awaitHost(1, 2);
            var asked = stage.proxy(2).ask("a", String.class, Duration.ofMinutes(5));
            stage.awaitHandled("a");
            eventually(
                    "it is accepted",
                    () -> stage.node(2).status(KEY).orElseThrow().buffered() == 0);
            stage.kill(1);
            assertThatThrownBy(() -> reply(asked)).isInstanceOf(SingletonUnavailableException.class);
            never.countDown();
        }
    }

    @Test
    void anAskEndsWhenItsOwnNodeCloses() {
        try (Stage stage = new Stage()) {
            CountDownLatch never = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> never.await();
            stage.join(1, 2).awaitHost(1, 2);
            Proxy<String> proxy = stage.proxy(2);
            var asked = proxy.ask("a", String.class, Duration.ofMinutes(5));
            stage.cluster.leave(2);
            assertThatThrownBy(() -> reply(asked)).isInstanceOf(SingletonUnavailableException.class);
            assertThatThrownBy(() -> reply(proxy.ask("b", String.class)))
                    .isInstanceOf(SingletonUnavailableException.class);
            never.countDown();
        }
    }

    @Test
    void whatIsNoMessageOfTheSingletonIsRefusedAtTheCall() {
        onBothNodes((stage, proxy) -> {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Proxy<Object> raw = (Proxy) proxy;
            assertThatThrownBy(() -> raw.tell(7))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("greeter", "java.lang.String", "java.lang.Integer");
            assertThatThrownBy(() -> raw.ask(7, String.class)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> proxy.ask("a", String.class, Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("more than zero");
        });
    }
}
