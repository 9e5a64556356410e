package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.DeadLetterReason;
import dev.singleton.SingletonEvent;
import dev.singleton.testkit.Stage;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frames;
import dev.singleton.wire.MalformedFrameException;
import dev.singleton.wire.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A member that says what is right in form and not in good faith; node 3 does here. */
class HostileMemberTest {

    private static final long LATER = Long.MAX_VALUE / 2;

    /** As {@link Replies} writes it. */
    private static Payload replyOf(String text) {
        byte[] name = String.class.getName().getBytes(StandardCharsets.US_ASCII);
        byte[] body = new dev.singleton.codec.CborMessageCodec().encode(text, String.class);
        return Payload.of(ByteBuffer.allocate(2 + name.length + body.length)
                .putShort((short) name.length)
                .put(name)
                .put(body)
                .array());
    }

    /** The life of each node, which all members hear. */
    private static Map<Integer, Long> incarnationsHeardOn(Stage stage) {
        Map<Integer, Long> heard = new ConcurrentHashMap<>();
        stage.cluster.links().tap((from, to, bytes) -> {
            try {
                if (Frames.decode(bytes) instanceof Frame.Announce announce) {
                    heard.put(from, announce.incarnation());
                }
            } catch (MalformedFrameException broken) {
                throw new AssertionError(broken);
            }
        });
        return heard;
    }

    @Test
    void cannotMakeADeadLetterSilentByGivingBackMoreThanThereIsRoomFor() {
        try (Stage stage = new Stage()) {
            CountDownLatch mayReply = new CountDownLatch(1);
            CountDownLatch mayGoOn = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> {
                mayReply.await();
                context.reply(message);
            };
            stage.join(1, 2, 3).awaitHost(1, 2, 3);
            // As many continuations as run at once.
            for (int i = 0; i < 64; i++) {
                var unused = stage.proxy(2).ask("a" + i, String.class).thenAccept(answer -> await(mayGoOn));
            }
            mayReply.countDown();
            stage.awaitHandled("a63");
            byte[] given = Frames.encode(new Frame.Returned(
                    KEY.typeName(),
                    DeadLetterReason.STOPPED,
                    "",
                    List.of(new Frame.Message(0, Optional.empty(), Payload.of(new byte[1 << 20])))));
            for (int i = 0; i < 70; i++) {
                stage.cluster.inject(3, 2, given);
            }
            eventually("those that find no room are counted at once", () -> deadLetters(stage) >= 6);
            mayGoOn.countDown();
            eventually("and the others later", () -> deadLetters(stage) == 70);
        }
    }

    private static long deadLetters(Stage stage) {
        return stage.node(2).status(KEY).orElseThrow().stats().deadLetters();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void cannotAnswerAnAskThatItWasNotGiven() {
        try (Stage stage = new Stage()) {
            CountDownLatch thought = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> {
                thought.await();
                context.reply("honest");
            };
            Map<Integer, Long> incarnations = incarnationsHeardOn(stage);
            stage.join(1, 2, 3).awaitHost(1, 2, 3);
            CompletionStage<String> asked = stage.proxy(2).ask("a question", String.class);
            stage.awaitHandled("a question");

            long birth = incarnations.getOrDefault(2, 0L) << 20;
            for (long guess = 0; guess < 2_000; guess++) {
                stage.cluster.inject(3, 2, Frames.encode(new Frame.Reply(guess, false, replyOf("forged"))));
                stage.cluster.inject(3, 2, Frames.encode(new Frame.Reply(birth + guess, false, replyOf("forged"))));
            }
            eventually(
                    "each is counted",
                    () -> stage.node(2).status(KEY).orElseThrow().stats().routingRejections() >= 4_000);
            thought.countDown();
            assertThat(reply(asked)).isEqualTo("honest");
        }
    }

    @Test
    void cannotSayThatARestartIsDoneWhichItWasNotAskedFor() {
        try (Stage stage = new Stage()) {
            CountDownLatch stopped = new CountDownLatch(1);
            stage.script.postStop = (node, context) -> stopped.await();
            stage.join(1, 2, 3).awaitHost(1, 2, 3);
            CompletionStage<Void> restarted = stage.node(2).restart(KEY);
            for (long guess = 0; guess < 200; guess++) {
                stage.cluster.inject(3, 2, Frames.encode(new Frame.Restarted("greeter", guess, "")));
            }
            // Behind all these; the control path takes them in order.
            stage.cluster.inject(3, 2, Frames.encode(new Frame.StillStopping("unknown", 1)));
            eventually(
                    "it is counted",
                    () -> stage.node(2).status(KEY).orElseThrow().stats().routingRejections() == 1);
            assertThat(restarted.toCompletableFuture()).isNotDone();
            stopped.countDown();
            reply(restarted);
        }
    }

    @Test
    void thatChangesItsSettingsAllTheTimeFillsNeitherTheLogNorTheListeners() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            for (int version = 1; version <= 2_000; version++) {
                stage.cluster.inject(3, 1, Frames.encode(terms(version % 2 == 0 ? 0 : version, version)));
            }
            stage.cluster.inject(3, 1, Frames.encode(terms(7, 2_001)));
            eventually(
                    "the last word is known",
                    () -> stage.node(1).status(KEY).orElseThrow().disagreements().stream()
                            .anyMatch(known -> known.difference().contains("'7'")));
            assertThat(stage.log.warnings("has other settings")).hasSizeBetween(1, 40);
            assertThat(stage.log.warnings("again and again")).isNotEmpty();
            assertThat(stage.events(1).of(SingletonEvent.Incompatible.class)).hasSizeLessThan(40);
            assertThat(stage.ask(2, "still there")).isEqualTo("still there on 1");
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    private static Frame terms(int quorum, long version) {
        Frame.Terms terms = new Frame.Terms(
                "java.lang.String",
                "",
                Optional.of(new Frame.HostTerms("address", quorum, "none", List.of("outbox-capacity=100000"))));
        Frame.KeyEntry entry = new Frame.KeyEntry("greeter", Frame.Stance.STARTED, false, terms);
        return new Frame.Announce(LATER, 0, version, NodeStatus.UP, List.of(), List.of(entry));
    }

    @Test
    void thatSpeaksOfEverMoreSingletonsIsNotListenedToBeyondABound() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            String wordy = "x".repeat(60_000);
            for (int version = 1; version <= 1_000; version++) {
                Frame.KeyEntry entry = new Frame.KeyEntry(
                        "invented-" + version,
                        Frame.Stance.STARTED,
                        true,
                        new Frame.Terms(wordy, "", Optional.empty()));
                stage.cluster.inject(
                        3,
                        1,
                        Frames.encode(new Frame.Announce(LATER, 0, version, NodeStatus.UP, List.of(), List.of(entry))));
            }
            eventually(
                    "it is counted",
                    () -> stage.node(1).status(KEY).orElseThrow().stats().routingRejections() >= 400);
            assertThat(stage.log.warnings(stage.node(3).self().toString(), "announces more singletons"))
                    .hasSize(1);
            assertThat(stage.ask(2, "still there")).isEqualTo("still there on 1");
            // A new life begins with nothing, and is heard.
            stage.cluster.inject(
                    3,
                    1,
                    Frames.encode(new Frame.Announce(
                            LATER + 1,
                            0,
                            1,
                            NodeStatus.UP,
                            List.of(),
                            List.of(((Frame.Announce) terms(9, 1)).entries().get(0)))));
            eventually(
                    "its new word is known",
                    () -> stage.node(1).status(KEY).orElseThrow().disagreements().stream()
                            .anyMatch(known -> known.difference().contains("'9'")));
        }
    }

    @Test
    void thatClaimsADeadLetterOrARefusalOverAndOverHoldsNobodyUp() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            byte[] gone = Frames.encode(new Frame.Returned(
                    "greeter",
                    dev.singleton.DeadLetterReason.STOPPED,
                    "never told",
                    List.of(new Frame.Message(7, Optional.empty(), replyOf("x")))));
            for (int i = 0; i < 20_000; i++) {
                stage.cluster.inject(3, 2, gone);
            }
            assertThat(stage.ask(2, "still there")).isEqualTo("still there on 1");
            assertThat(stage.log.warnings("became a dead letter")).hasSize(1);
            assertThat(stage.log.faults()).isEmpty();
            assertThat(Arrays.asList(1, 2, 3))
                    .allSatisfy(node -> assertThat(stage.ask(node, "and here")).isEqualTo("and here on 1"));
        }
    }
}
