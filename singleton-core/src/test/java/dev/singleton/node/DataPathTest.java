package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.DeadLetterReason;
import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.codec.CborMessageCodec;
import dev.singleton.spi.MessageCodec;
import dev.singleton.testkit.EventLog;
import dev.singleton.testkit.MemoryCluster;
import dev.singleton.testkit.Stage;
import dev.singleton.testkit.Traffic;
import dev.singleton.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Load, and members that fail while messages are under way. */
class DataPathTest {

    /** A message that some values of cannot be read back. */
    public record Parcel(int number) {
        public Parcel {
            if (number < 0) {
                throw new IllegalArgumentException("a parcel has no negative number");
            }
        }
    }

    /** Writes the number 20 as -1. */
    private static final class Spoiling implements MessageCodec {
        private final MessageCodec sound = new CborMessageCodec();

        @Override
        public void check(Class<?> declaredType) {
            sound.check(declaredType);
        }

        @Override
        public byte[] encode(Object value, Class<?> declaredType) {
            byte[] bytes = sound.encode(value, declaredType);
            if (value instanceof Parcel parcel && parcel.number() == 20) {
                for (int i = 0; i < bytes.length; i++) {
                    // The heads of small numbers in CBOR: 0x14 is 20, 0x20 is -1.
                    bytes[i] = bytes[i] == 0x14 ? 0x20 : bytes[i];
                }
            }
            return bytes;
        }

        @Override
        public <T> T decode(byte[] bytes, Class<T> declaredType) {
            return sound.decode(bytes, declaredType);
        }
    }

    @Test
    void aLoopOfTellsFromAnotherNodeArrivesWholeAndInOrder() {
        int messages = 400_000;
        SingletonKey<Integer> key = SingletonKey.of("counter", Integer.class);
        SingletonOptions options =
                SingletonOptions.builder().outboxCapacity(messages).build();
        AtomicInteger expected = new AtomicInteger();
        List<String> faults = new CopyOnWriteArrayList<>();
        SingletonActor<Integer> actor = (message, context) -> {
            if (message != expected.getAndIncrement()) {
                faults.add("" + message);
            }
        };
        try (MemoryCluster cluster = new MemoryCluster()) {
            cluster.join(1).start(key, () -> actor, options);
            Proxy<Integer> proxy = cluster.join(2).start(key, () -> actor, options);
            EventLog events = new EventLog(cluster.node(2));
            eventually("node 1 hosts", () -> proxy.owner().isPresent());
            for (int i = 0; i < messages; i++) {
                proxy.tell(i);
            }
            eventually("all arrive", () -> expected.get() == messages);
            assertThat(faults).isEmpty();
            assertThat(events.deadLetters()).isEmpty();
        }
    }

    @Test
    void aSlowActorHoldsTheSendersBackAndThenTheNewestMessagesAreDeadLetters() {
        try (Stage stage = new Stage()
                .with(options -> options.mailboxCapacity(10).bufferSize(5).outboxCapacity(20))) {
            CountDownLatch go = new CountDownLatch(1);
            stage.script.receive = (node, message, context) -> go.await();
            stage.join(1, 2).awaitHost(1, 2);
            for (int i = 0; i < 100; i++) {
                stage.proxy(2).tell("2#" + i);
            }
            eventually("what is too much is dead", () -> {
                SingletonStatus sender = stage.node(2).status(KEY).orElseThrow();
                SingletonStatus host = stage.node(1).status(KEY).orElseThrow();
                return sender.stats().deadLetters() > 0 && host.held() <= 20 && sender.buffered() <= 20;
            });
            assertThat(stage.events(2).await(1, SingletonEvent.DeadLetter.class))
                    .allMatch(letter -> letter.reason() == DeadLetterReason.OUTBOX_FULL);
            assertThat(stage.log.warnings("greeter", "OUTBOX_FULL")).hasSize(1);
            go.countDown();
            eventually(
                    "each has one end",
                    () -> stage.handled().size() + stage.events(2).deadLetters().size() == 100);
            assertThat(Traffic.disorder(stage.handled())).isEmpty();
            assertThat(stage.handled()).hasSizeGreaterThanOrEqualTo(20);
        }
    }

    @Test
    void messagesInFlightToAHostThatDiesHaveOneEndEach() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            int messages = 20_000;
            for (int i = 0; i < messages; i++) {
                stage.proxy(3).tell("3#" + i);
                if (i == messages / 2) {
                    stage.kill(1);
                }
            }
            stage.awaitHost(2, 3);
            stage.awaitHandled("3#" + (messages - 1));
            List<String> unknown = new ArrayList<>();
            stage.events(3)
                    .deadLetters(DeadLetterReason.DELIVERY_UNKNOWN)
                    .forEach(message -> unknown.add((String) message));
            assertThat(stage.events(3).deadLetters()).hasSameSizeAs(unknown).hasSizeLessThanOrEqualTo(256);
            assertThat(stage.handled()).doesNotHaveDuplicates();
            assertThat(Traffic.disorder(stage.handled())).isEmpty();
            assertThat(stage.handled()).hasSizeGreaterThan(messages / 4);
        }
    }

    @Test
    void aMessageThatTheHostCannotReadIsADeadLetterAndTheStreamGoesOn() {
        SingletonKey<Parcel> key = SingletonKey.of("parcels", Parcel.class);
        List<Integer> handled = new CopyOnWriteArrayList<>();
        SingletonActor<Parcel> actor = (message, context) -> handled.add(message.number());
        try (MemoryCluster cluster = new MemoryCluster()) {
            cluster.join(1).start(key, () -> actor);
            Proxy<Parcel> proxy =
                    cluster.join(2, builder -> builder.codec(new Spoiling())).start(key, () -> actor);
            EventLog events = new EventLog(cluster.node(2));
            eventually("node 1 hosts", () -> proxy.owner().isPresent());
            List.of(1, 20, 3).forEach(number -> proxy.tell(new Parcel(number)));
            eventually("the stream goes on", () -> handled.contains(3));
            eventually(
                    "the sender hears of it",
                    () -> events.deadLetters(DeadLetterReason.NOT_SERIALIZABLE).size() == 1);
            assertThatThrownBy(() -> Stage.reply(proxy.ask(new Parcel(20), String.class)))
                    .isInstanceOf(SingletonUnavailableException.class)
                    .hasMessageContaining("NOT_SERIALIZABLE");
            assertThat(handled).containsExactly(1, 3);
        }
    }

    @Test
    void deliveryFollowsTheHintOfAHostThatNamesAnotherOwner() {
        try (Stage stage = new Stage().join(2, 3).awaitHost(2, 3)) {
            stage.joinWith(1, builder -> builder);
            stage.cluster.awaitAcquaintance(1, 2, 3);
            // Node 3 hears nothing of the move and goes on sending to node 2.
            var repair = stage.cluster.links().lose((from, to, frame) -> to == 3 && frame instanceof Frame.Announce);
            stage.start(1);
            stage.awaitHost(1, 2);
            assertThat(stage.proxy(3).owner()).contains(stage.node(2).self());
            assertThat(stage.ask(3, "a")).isEqualTo("a on 1");
            for (int i = 0; i < 1_000; i++) {
                stage.proxy(3).tell("3#" + i);
            }
            stage.awaitHandled("3#999");
            repair.close();
            stage.awaitHost(1, 2, 3);
            assertThat(stage.events(3).deadLetters()).isEmpty();
            assertThat(Traffic.disorder(stage.handled().subList(1, 1_001))).isEmpty();
        }
    }

    @Test
    void aSlowLinkCostsTimeAndNoOrder() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            stage.cluster.links().delay(2, 1, 30);
            stage.cluster.links().delay(1, 2, 30);
            for (int i = 0; i < 2_000; i++) {
                stage.proxy(2).tell("2#" + i);
            }
            stage.awaitHandled("2#1999");
            assertThat(stage.handled()).hasSize(2_000);
            assertThat(Traffic.disorder(stage.handled())).isEmpty();
        }
    }

    @Test
    void lostBatchesAndLostAnswersAreRepeatedAndNothingIsHandledTwice() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            AtomicInteger frames = new AtomicInteger();
            stage.cluster.links().lose((from, to, frame) -> {
                boolean data = frame instanceof Frame.Batch || frame instanceof Frame.BatchAnswer;
                return data && frames.incrementAndGet() % 4 == 1;
            });
            for (int i = 0; i < 1_500; i++) {
                stage.proxy(2).tell("2#" + i);
            }
            stage.awaitHandled("2#1499");
            assertThat(stage.handled()).hasSize(1_500);
            assertThat(Traffic.disorder(stage.handled())).isEmpty();
            assertThat(frames.get()).isGreaterThan(4);
        }
    }

    @Test
    void severalSendersOnOneNodeShareOneOrder() throws InterruptedException {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            List<Thread> senders = new ArrayList<>();
            for (int sender = 0; sender < 4; sender++) {
                String prefix = "s" + sender + "#";
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        stage.proxy(2).tell(prefix + i);
                    }
                });
                senders.add(thread);
                thread.start();
            }
            for (Thread sender : senders) {
                sender.join();
            }
            eventually("all arrive", () -> stage.handled().size() == 8_000);
            for (int sender = 0; sender < 4; sender++) {
                String prefix = "s" + sender + "#";
                assertThat(Traffic.disorder(stage.handled().stream()
                                .filter(message -> message.startsWith(prefix))
                                .toList()))
                        .isEmpty();
            }
        }
    }
}
