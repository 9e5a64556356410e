package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.TypedDataSerializable;
import com.hazelcast.spi.impl.operationservice.Operation;
import com.hazelcast.spi.impl.operationservice.OperationAccessor;
import dev.singleton.NodeId;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What a member should not send does no harm")
@Timeout(120)
class HostileFramesTest {

    private final Cluster cluster = new Cluster();
    private Engine mallorysEngine = null;
    private HazelcastInstance bertsMember = null;
    private Station mallory = null;
    private Station bert = null;

    @BeforeEach
    void start() throws Exception {
        HazelcastInstance mallorysMember = cluster.start();
        mallorysEngine = Engine.of(mallorysMember);
        mallory = Station.on(mallorysMember);
        bertsMember = cluster.start();
        bert = Station.on(bertsMember);
        mallory.awaitMembers(2);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("an absent frame and one that lies about its length are dropped and counted; the next one arrives")
    void malformed() throws Exception {
        int stream = Engine.streamOf(mallorysEngine.nodeEngine());
        sendRaw(new FrameOperation(null, stream));
        sendRaw(new LyingFrame(Integer.MAX_VALUE, stream));
        sendRaw(new LyingFrame(Integer.MIN_VALUE, stream));
        mallory.send(bert.self(), "honest");
        assertThat(Station.next(bert.received).text()).isEqualTo("honest");
        assertThat(bert.counted(Counters.Count.DROPPED_MALFORMED)).isEqualTo(3);
    }

    @Test
    @DisplayName("the sender is whom the connection belongs to, whatever the operation says")
    void forgedCaller() throws Exception {
        byte[] frame = "I am somebody else".getBytes(StandardCharsets.UTF_8);
        FrameOperation forged = new FrameOperation(frame, Engine.streamOf(mallorysEngine.nodeEngine()));
        OperationAccessor.setCallerAddress(
                forged, bertsMember.getCluster().getLocalMember().getAddress());
        forged.setCallerUuid(bert.self().uuid());
        sendRaw(forged);
        assertThat(Station.next(bert.received).peer()).isEqualTo(mallory.self());
    }

    @Test
    @DisplayName("a frame that is too long, or for nobody, is dropped and counted where it is sent")
    void neverSent() {
        mallory.send(bert.self(), new byte[HazelcastTransport.MAX_FRAME_BYTES + 1]);
        mallory.send(new NodeId(UUID.randomUUID(), InetSocketAddress.createUnresolved("nowhere", 5701)), "for nobody");
        mallory.send(mallory.self(), "for myself");
        assertThat(mallory.counted(Counters.Count.DROPPED_TOO_LONG)).isEqualTo(1);
        assertThat(mallory.counted(Counters.Count.DROPPED_UNKNOWN_RECEIVER)).isEqualTo(2);
    }

    @Test
    @DisplayName("a listener that fails loses that frame only")
    void failingListener() throws Exception {
        bert.onReceived = frame -> {
            if (frame.text().equals("poison")) {
                throw new IllegalStateException("as the test wants");
            }
        };
        mallory.send(bert.self(), "poison");
        mallory.send(bert.self(), "bread");
        assertThat(Station.next(bert.received).text()).isEqualTo("bread");
        assertThat(bert.counted(Counters.Count.DROPPED_LISTENER_FAILED)).isEqualTo(1);
    }

    @Test
    @DisplayName("a flood at a receiver that is stuck holds no sender, and all of it arrives")
    void flood() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        bert.onReceived = frame -> await(stuck);
        mallory.send(bert.self(), "the first");
        while (mallory.counted(Counters.Count.SENT) == 0) {
            Thread.onSpinWait();
        }
        int frames = 50_000;
        for (int i = 0; i < frames; i++) {
            mallory.send(bert.self(), "frame " + i);
        }
        stuck.countDown();
        assertThat(Station.next(bert.received).text()).isEqualTo("the first");
        for (int i = 0; i < frames; i++) {
            assertThat(Station.next(bert.received).text()).isEqualTo("frame " + i);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void sendRaw(Operation operation) {
        Address target = bertsMember.getCluster().getLocalMember().getAddress();
        assertThat(mallorysEngine.nodeEngine().getOperationService().send(operation, target))
                .isTrue();
    }

    /** Looks like a frame, and holds nothing behind its length. */
    private static final class LyingFrame extends Operation implements TypedDataSerializable {
        private final int length;

        LyingFrame(int length, int stream) {
            this.length = length;
            setPartitionId(stream);
        }

        @Override
        public Class<?> getClassType() {
            return FrameOperation.class;
        }

        @Override
        protected void writeInternal(ObjectDataOutput out) throws IOException {
            out.writeInt(length);
        }
    }
}
