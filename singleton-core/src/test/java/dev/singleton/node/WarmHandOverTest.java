package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.StopReason;
import dev.singleton.WarmHandOver;
import dev.singleton.testkit.LogBook;
import dev.singleton.testkit.MemoryCluster;
import dev.singleton.testkit.Stage;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** State travels with a planned move; whatever goes wrong with it means a cold start and never a failure. */
class WarmHandOverTest {

    private static final SingletonKey<String> KEY = SingletonKey.of("counter", String.class);

    private final MemoryCluster cluster = new MemoryCluster();
    private final LogBook log = new LogBook();
    private volatile UnaryOperator<byte[]> serialize = state -> state;
    private volatile Consumer<byte[]> restore = state -> {};
    private final AtomicInteger serialized = new AtomicInteger();
    private final AtomicInteger restored = new AtomicInteger();
    private SingletonOptions options = SingletonOptions.defaults();

    private final class Counter implements SingletonActor<String>, WarmHandOver {
        private byte[] state = new byte[] {0};
        private boolean stopped;

        @Override
        public void receive(String message, SingletonContext<String> context) {
            if (message.equals("count")) {
                state[0]++;
            } else if (message.equals("fill")) {
                state = new byte[256];
                for (int i = 0; i < 256; i++) {
                    state[i] = (byte) i;
                }
            } else if (message.startsWith("grow")) {
                state = new byte[Integer.parseInt(message.substring(5))];
            }
            if (context.expectsReply()) {
                context.reply(state.length == 1 ? String.valueOf(state[0]) : checksum());
            }
        }

        private String checksum() {
            return state.length + " bytes " + ByteBuffer.wrap(state).hashCode();
        }

        @Override
        public void postStop(SingletonContext<String> context) {
            stopped = true;
        }

        @Override
        public byte[] serializeForHandOver() {
            assertThat(stopped).as("after postStop").isTrue();
            serialized.incrementAndGet();
            return serialize.apply(state);
        }

        @Override
        public void restoreFromHandOver(byte[] handed) {
            restored.incrementAndGet();
            state = handed;
            restore.accept(handed);
        }
    }

    private Proxy<String> join(int number) {
        return cluster.join(number).start(KEY, Counter::new, options);
    }

    private String ask(int number, String message) {
        return Stage.reply(cluster.node(number).ref(KEY).ask(message, String.class));
    }

    private void awaitHost(int number) {
        eventually(number + " hosts", () -> cluster.node(number).ref(KEY).locallyOwned());
    }

    @AfterEach
    void end() {
        cluster.close();
        log.close();
    }

    private void countToThreeOnNodeTwo() {
        join(2);
        awaitHost(2);
        ask(2, "count");
        ask(2, "count");
        assertThat(ask(2, "count")).isEqualTo("3");
    }

    @Test
    void theSuccessorGoesOnWithTheCountWhenTheSingletonMoves() {
        countToThreeOnNodeTwo();
        join(1);
        awaitHost(1);
        assertThat(ask(1, "look")).isEqualTo("3");
        assertThat(serialized).hasValue(1);
    }

    @Test
    void theSuccessorGoesOnWithTheCountWhenTheHostLeaves() {
        countToThreeOnNodeTwo();
        join(3);
        cluster.awaitAcquaintance(2, 3);
        cluster.leave(2);
        awaitHost(3);
        assertThat(ask(3, "look")).isEqualTo("3");
        assertThat(serialized).hasValue(1);
    }

    @Test
    void theSuccessorGoesOnWithTheCountWhenTheHostIsTakenOutOfRotation() {
        countToThreeOnNodeTwo();
        join(3);
        cluster.awaitAcquaintance(2, 3);
        Stage.reply(cluster.node(2).stop(KEY));
        awaitHost(3);
        assertThat(ask(3, "look")).isEqualTo("3");
    }

    @Test
    void aRestartKeepsTheState() {
        countToThreeOnNodeTwo();
        Stage.reply(cluster.node(2).restart(KEY));
        assertThat(ask(2, "look")).isEqualTo("3");
    }

    @Test
    void everyByteSurvives() {
        countToThreeOnNodeTwo();
        String before = ask(2, "fill");
        join(1);
        awaitHost(1);
        assertThat(ask(1, "look")).isEqualTo(before).startsWith("256 bytes");
    }

    @Test
    void aLargeStateBelowTheCapTravelsAndOneAboveItDoesNotAndIsNamedWithItsSize() {
        options = SingletonOptions.builder().maxHandOverStateBytes(1_000_000).build();
        countToThreeOnNodeTwo();
        String before = ask(2, "grow 1000000");
        join(1);
        awaitHost(1);
        assertThat(ask(1, "look")).isEqualTo(before);
        ask(1, "grow 1000001");
        cluster.leave(1);
        awaitHost(2);
        assertThat(ask(2, "look")).isEqualTo("0");
        assertThat(log.warnings("counter", "1,000,001", "max-hand-over-state-bytes"))
                .hasSize(1);
    }

    @Test
    void nullOrNothingIsAColdStartWithoutAWarning() {
        for (byte[] nothing : new byte[][] {null, new byte[0]}) {
            serialize = state -> nothing;
            countToThreeOnNodeTwo();
            join(1);
            awaitHost(1);
            assertThat(ask(1, "look")).isEqualTo("0");
            cluster.leave(1);
            cluster.leave(2);
        }
        assertThat(log.warnings("counter")).isEmpty();
    }

    @Test
    void aSerializerThatThrowsIsAColdStartWithAWarning() {
        serialize = state -> {
            throw new StackOverflowError("a deep tree");
        };
        countToThreeOnNodeTwo();
        join(1);
        awaitHost(1);
        assertThat(ask(1, "look")).isEqualTo("0");
        assertThat(log.warnings("counter", "serializeForHandOver")).hasSize(1);
    }

    @Test
    void aRestoreThatThrowsIsAColdStartOfAFreshObjectWithAWarning() {
        restore = state -> {
            throw new AssertionError("written by another version");
        };
        countToThreeOnNodeTwo();
        join(1);
        awaitHost(1);
        assertThat(ask(1, "look")).as("the half-restored object is gone").isEqualTo("0");
        assertThat(restored).hasValue(1);
        assertThat(log.warnings("counter", "could not restore")).hasSize(1);
        assertThat(cluster.node(1).status(KEY).orElseThrow().lastActivationError())
                .isEmpty();
    }

    @Test
    void aCrashOfThePredecessorIsAColdStart() {
        countToThreeOnNodeTwo();
        join(3);
        cluster.kill(2);
        awaitHost(3);
        assertThat(ask(3, "look")).isEqualTo("0");
    }

    @Test
    void anUnplannedStopSerializesNothing() {
        options = SingletonOptions.builder().quorum(2).build();
        join(1);
        join(2);
        awaitHost(1);
        cluster.kill(2);
        eventually("node 1 has stopped", () -> !cluster.node(1).ref(KEY).locallyOwned());
        assertThat(serialized).hasValue(0);
        assertThat(StopReason.QUORUM_LOST.planned()).isFalse();
    }

    @Test
    void stateThatNobodyAskedForIsGoneAfterTwoSeconds() {
        countToThreeOnNodeTwo();
        Stage.reply(cluster.node(2).stop(KEY));
        long stopped = System.nanoTime();
        eventually("two seconds and a half are over", () -> System.nanoTime() - stopped > 2_500_000_000L);
        join(3);
        awaitHost(3);
        assertThat(ask(3, "look")).isEqualTo("0");
    }

    @Test
    void aNodeThatComesBackWithinTwoSecondsGoesOn() {
        countToThreeOnNodeTwo();
        Stage.reply(cluster.node(2).stop(KEY));
        cluster.node(2).start(KEY, Counter::new, options);
        awaitHost(2);
        assertThat(ask(2, "look")).isEqualTo("3");
    }
}
