package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A member that is connected and does not answer the first knock")
@Timeout(120)
class KnockTest {

    private final Cluster cluster = new Cluster();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName(
            "is given up after a while: what waited for it is dropped and counted; the next frame knocks anew, and arrives")
    void silent() throws Exception {
        HazelcastInstance annesMember = cluster.start();
        Station anne = Station.on(annesMember);
        HazelcastInstance bertsMember = cluster.start();
        Station bert = Station.on(bertsMember);
        anne.awaitMembers(2);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        hold(bertsMember, Engine.streamOf(Engine.of(annesMember).nodeEngine()), begun, busy);

        anne.send(bert.self(), "first");
        anne.send(bert.self(), "second");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Station.PATIENCE_SECONDS);
        while (anne.counted(Counters.Count.DROPPED_UNREACHABLE) < 2 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        assertThat(anne.counted(Counters.Count.DROPPED_UNREACHABLE)).isEqualTo(2);
        assertThat(anne.counted(Counters.Count.SENT)).isZero();

        busy.countDown();
        anne.send(bert.self(), "third");
        assertThat(Station.next(bert.received).text()).isEqualTo("third");
    }

    /** The thread on which that member takes frames of this stream is busy until it may go on. */
    private static void hold(HazelcastInstance member, int stream, CountDownLatch begun, CountDownLatch busy)
            throws InterruptedException {
        Engine.of(member).nodeEngine().getOperationService().execute(new PartitionSpecificRunnable() {
            @Override
            public int getPartitionId() {
                return stream;
            }

            @Override
            public void run() {
                begun.countDown();
                try {
                    busy.await();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        begun.await();
    }
}
