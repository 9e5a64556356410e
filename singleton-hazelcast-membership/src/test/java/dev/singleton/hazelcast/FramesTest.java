package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@DisplayName("Frames between members")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class FramesTest {

    private final Cluster cluster = new Cluster();
    private Station anna = null;
    private Station bert = null;

    @BeforeAll
    void startTwoMembers() {
        HazelcastInstance first = cluster.start();
        HazelcastInstance second = cluster.start();
        anna = Station.on(first);
        bert = Station.on(second);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName(
            "arrive in the order of sending, 100,000 both ways at once, none lost, each with its sender's identity")
    void inOrder() throws Exception {
        int frames = 100_000;
        Thread there = new Thread(() -> sendNumbered(anna, bert.self(), frames));
        Thread back = new Thread(() -> sendNumbered(bert, anna.self(), frames));
        there.start();
        back.start();
        expectNumbered(bert, anna.self(), frames);
        expectNumbered(anna, bert.self(), frames);
        there.join();
        back.join();
    }

    private static void sendNumbered(Station from, NodeId to, int frames) {
        for (int i = 0; i < frames; i++) {
            from.send(to, ByteBuffer.allocate(4).putInt(i).array());
            // Until the first answer only so many may wait; later, Hazelcast would queue without any bound.
            while (i % 1_000 == 0 && i - from.counted(Counters.Count.SENT) > 5_000) {
                Thread.onSpinWait();
            }
        }
    }

    private static void expectNumbered(Station at, NodeId from, int frames) throws InterruptedException {
        for (int i = 0; i < frames; i++) {
            Station.Frame frame = Station.next(at.received);
            assertThat(frame.bytes().getInt()).isEqualTo(i);
            assertThat(frame.peer()).isEqualTo(from);
        }
    }

    @Test
    @DisplayName("of any length arrive unchanged, from none to several MiB")
    void anyLength() throws Exception {
        Random random = new Random(7);
        for (int length : new int[] {0, 1, 1_000, 70_000, 1 << 20, 9 << 20}) {
            byte[] frame = new byte[length];
            random.nextBytes(frame);
            anna.send(bert.self(), frame);
            assertThat(Station.next(bert.received).bytes()).isEqualTo(ByteBuffer.wrap(frame));
        }
    }
}
