package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.SingletonEvent;
import dev.singleton.testkit.Stage;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Message;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frames;
import dev.singleton.wire.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Frames of a broken or hostile member, or of nobody: dropped and counted; they stop nothing and kill nothing. */
class HostileFramesTest {

    private static final long LATER = Long.MAX_VALUE / 2;

    private static long rejections(Stage stage) {
        return stage.node(1).status(KEY).orElseThrow().stats().routingRejections();
    }

    private static void unharmed(Stage stage) {
        stage.cluster.links().delay(2, 1, 0);
        assertThat(stage.ask(2, "still there")).isEqualTo("still there on 1");
        assertThat(stage.ask(1, "still there")).isEqualTo("still there on 1");
        assertThat(stage.census.births()).isEqualTo(1);
        assertThat(stage.proxy(1).locallyOwned()).isTrue();
        assertThat(stage.log.faults()).isEmpty();
    }

    private static Message message(byte... body) {
        return new Message(0, Optional.empty(), Payload.of(body));
    }

    @Test
    void fiveThousandRandomByteArraysAreDroppedAndCounted() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            Random random = new Random(4711);
            for (int i = 0; i < 5_000; i++) {
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                stage.cluster.inject(2, 1, bytes);
            }
            eventually("all are counted", () -> rejections(stage) >= 4_990);
            unharmed(stage);
            assertThat(stage.log.warnings("Malformed frame")).hasSize(1);
        }
    }

    @Test
    void realFramesWithOneWrongByteHurtNobody() {
        try (Stage stage = new Stage().join(2).awaitHost(2)) {
            List<byte[]> seen = new CopyOnWriteArrayList<>();
            stage.cluster.links().tap((from, to, frame) -> seen.add(frame.clone()));
            stage.join(1).awaitHost(1, 2);
            stage.ask(2, "a");
            List<byte[]> frames = List.copyOf(seen);
            Random random = new Random(4711);
            for (int i = 0; i < 3_000; i++) {
                byte[] bytes = frames.get(random.nextInt(frames.size())).clone();
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                stage.cluster.injectFromStranger(1, bytes);
            }
            eventually("all are counted", () -> rejections(stage) >= 3_000);
            assertThat(stage.ask(2, "still there")).isEqualTo("still there on 1");
            assertThat(stage.census.births()).isEqualTo(2);
            assertThat(stage.log.faults()).isEmpty();
        }
    }

    @Test
    void nobodyButAMemberCanAskTheHostToStandDown() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            stage.cluster.injectFromStranger(1, Frames.encode(new Frame.StandDown("greeter", LATER)));
            stage.cluster.injectFromStranger(1, Frames.encode(new Frame.Restart("greeter", 1)));
            stage.cluster.injectFromStranger(
                    1, Frames.encode(new Frame.Batch("greeter", LATER, List.of(message((byte) 0x61, (byte) 'x')))));
            eventually("all are counted", () -> rejections(stage) >= 3);
            unharmed(stage);
            assertThat(stage.handled()).containsOnly("still there");
        }
    }

    @Test
    void aMemberThatSortsBehindCannotPushTheHostAside() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            for (int i = 0; i < 100; i++) {
                stage.cluster.inject(2, 1, Frames.encode(new Frame.StandDown("greeter", LATER + i)));
            }
            unharmed(stage);
        }
    }

    @Test
    void aFrameOfAnotherVersionIsDroppedWithAWordAboutVersions() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            byte[] frame = Frames.encode(new Frame.StandDown("greeter", 1));
            frame[0]++;
            stage.cluster.inject(2, 1, frame);
            eventually("it is counted", () -> rejections(stage) == 1);
            assertThat(stage.log.warnings(stage.node(2).self().toString(), "version 2", "version 1"))
                    .hasSize(1);
            unharmed(stage);
        }
    }

    @Test
    void framesThatNameNoSingletonOrAnotherOneAreCounted() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            List<Frame> frames = List.of(
                    new Frame.Batch("unknown", 1, List.of(message((byte) 1))),
                    new Frame.Confirm("unknown", 1, 1, Optional.empty()),
                    new Frame.Decline("unknown", 1, "because"));
            frames.forEach(frame -> stage.cluster.inject(2, 1, Frames.encode(frame)));
            stage.cluster.inject(2, 1, Frames.encode(new Frame.StandDown("unknown", 1)));
            stage.cluster.inject(2, 1, Frames.encode(new Frame.Restart("unknown", 1)));
            eventually("they are counted", () -> rejections(stage) >= 3);
            unharmed(stage);
            assertThat(stage.node(1).all()).hasSize(1);
        }
    }

    @Test
    void replayedFramesRepeatNothing() {
        try (Stage stage = new Stage().join(2).awaitHost(2)) {
            List<byte[]> seen = new CopyOnWriteArrayList<>();
            stage.cluster.links().tap((from, to, frame) -> {
                if (from == 2 && to == 1) {
                    seen.add(frame.clone());
                }
            });
            stage.join(1).awaitHost(1, 2);
            for (int i = 0; i < 500; i++) {
                stage.proxy(2).tell("m" + i);
            }
            stage.awaitHandled("m499");
            List<byte[]> frames = new ArrayList<>(seen);
            for (int round = 0; round < 20; round++) {
                frames.forEach(frame -> stage.cluster.inject(2, 1, frame));
            }
            assertThat(stage.ask(2, "last")).isEqualTo("last on 1");
            assertThat(stage.handled()).hasSize(501).doesNotHaveDuplicates();
            assertThat(stage.census.births()).isEqualTo(2);
            assertThat(frames.size()).isGreaterThan(5);
        }
    }

    @Test
    void answersThatNobodyWaitsForAreDropped() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            Payload body = Payload.of(new byte[] {0, 0, 1, 2});
            Optional<UUID> nobody = Optional.of(new UUID(1, 2));
            List<Frame> frames = List.of(
                    new Frame.Reply(7, false, body),
                    new Frame.Reply(-1, true, body),
                    new Frame.BatchAnswer("greeter", 3, 1_000_000, Frame.Verdict.ACCEPTED, Optional.empty()),
                    new Frame.BatchAnswer("greeter", -3, 5, Frame.Verdict.NOT_HOST, nobody),
                    new Frame.Confirm("greeter", LATER, LATER, Optional.of(body)),
                    new Frame.StillStopping("greeter", LATER),
                    new Frame.Restarted("greeter", 9, "an error"),
                    new Frame.Announced(LATER, LATER));
            for (int i = 0; i < 200; i++) {
                frames.forEach(frame -> stage.cluster.inject(2, 1, Frames.encode(frame)));
            }
            unharmed(stage);
        }
    }

    @Test
    void aGiantFrameIsDroppedOrItsMessageDies() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            stage.cluster.inject(2, 1, new byte[48 << 20]);
            eventually("it is counted", () -> rejections(stage) >= 1);
            unharmed(stage);
        }
    }

    @Test
    void messagesOfAnotherClassNeverReachTheActor() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            List<Message> wrong = new ArrayList<>();
            // CBOR: a number, a map, an empty body, bytes that end too early.
            wrong.add(message((byte) 0x18, (byte) 0x2a));
            wrong.add(message((byte) 0xa1, (byte) 0x61, (byte) 'a', (byte) 1));
            wrong.add(message());
            wrong.add(message((byte) 0x78, (byte) 0x7f, (byte) 'x'));
            stage.cluster.inject(2, 1, Frames.encode(new Frame.Batch("greeter", LATER, wrong)));
            stage.events(2).await(4, SingletonEvent.DeadLetter.class);
            assertThat(stage.handled()).isEmpty();
            assertThat(stage.ask(1, "still there")).isEqualTo("still there on 1");
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    @Test
    void aFloodOfControlFramesDoesNotStopTheDataPath() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            byte[] standDown = Frames.encode(new Frame.StandDown("greeter", LATER));
            byte[] restart = Frames.encode(new Frame.Restart("nobody", 1));
            for (int i = 0; i < 30_000; i++) {
                stage.cluster.inject(2, 1, i % 2 == 0 ? standDown : restart);
            }
            unharmed(stage);
        }
    }

    @Test
    void anAnnouncementWithNonsenseInItSpoilsOnlyTheNodeThatSentIt() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            Frame.Terms terms = new Frame.Terms(
                    "java.lang.String",
                    "",
                    Optional.of(new Frame.HostTerms("by-horoscope", 7, "none", List.of("no equals sign", "="))));
            Frame.KeyEntry entry = new Frame.KeyEntry("greeter", Frame.Stance.STARTED, false, terms);
            for (int target : new int[] {1, 3}) {
                stage.cluster.inject(
                        2,
                        target,
                        Frames.encode(new Frame.Announce(LATER, 0, 1, NodeStatus.UP, List.of(), List.of(entry))));
            }
            NodeId liar = stage.node(2).self();
            eventually(
                    "node 3 sees the difference",
                    () -> stage.node(3).status(KEY).orElseThrow().disagreements().stream()
                            .anyMatch(known -> known.peer().equals(liar)));
            assertThat(stage.ask(3, "a")).isEqualTo("a on 1");
            // A node that only references it goes by the terms of those that started it.
            stage.joinWith(4, builder -> builder);
            stage.proxy(4);
            stage.cluster.inject(
                    2, 4, Frames.encode(new Frame.Announce(LATER, 0, 1, NodeStatus.UP, List.of(), List.of(entry))));
            stage.awaitHost(1, 4);
            assertThat(stage.ask(4, "b")).isEqualTo("b on 1");
            assertThat(stage.log.faults()).isEmpty();
        }
    }
}
