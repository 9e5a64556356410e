package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cp.lock.FencedLock;
import dev.singleton.spi.Lease.Acquisition;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A fence is the number of the commit, so the commits of the whole CP group can be counted from outside. */
class CostAtRestTest {

    private static final Duration WHILE = Duration.ofSeconds(8);
    private static final CpLeaseSettings SETTINGS = CpLeaseSettings.defaults();

    @Test
    void aThousandTypesAtRestCostTheArbiterNoMoreThanOne() {
        try (Cluster cluster = Cluster.ofThree(SETTINGS)) {
            CpLeaseProvider provider = new CpLeaseProvider(SETTINGS);
            List<Seat> seats = new ArrayList<>();
            seats.add(new Seat(provider, cluster.member(0), "type-0"));
            seats.get(0).hold();
            Duration cpuBefore = ourCpu();
            long one = commits(cluster);
            Duration cpuOfOne = ourCpu().minus(cpuBefore);

            long before = System.nanoTime();
            for (int i = 1; i < 1000; i++) {
                seats.add(new Seat(provider, cluster.member(0), "type-" + i));
            }
            List<CompletionStage<Acquisition>> asked =
                    seats.stream().skip(1).map(seat -> seat.lease().acquire()).toList();
            asked.forEach(answer -> assertThat(Seat.await(answer)).isInstanceOf(Acquisition.Granted.class));
            long millis = Duration.ofNanos(System.nanoTime() - before).toMillis();
            cpuBefore = ourCpu();
            long thousand = commits(cluster);
            Duration cpuOfThousand = ourCpu().minus(cpuBefore);

            System.out.printf(
                    "At rest for %s: %d commits and %d ms CPU of our threads with one type, %d and %d ms with 1,000; those"
                            + " were acquired in %d ms%n",
                    WHILE, one, cpuOfOne.toMillis(), thousand, cpuOfThousand.toMillis(), millis);
            // One period more or less, of one node: its sign of life and Hazelcast's own heartbeat.
            assertThat(thousand).isBetween(one - 5, one + 5);
            assertThat(seats).allMatch(Seat::valid).allMatch(seat -> seat.losses.isEmpty());
        }
    }

    private static Duration ourCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Duration.ofNanos(Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("singleton-lease-cp-"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getId()))
                .sum());
    }

    private static long commits(Cluster cluster) {
        FencedLock counter = cluster.member(1).getCPSubsystem().getLock("counter@" + SETTINGS.group());
        long before = counter.lockAndGetFence();
        counter.unlock();
        long end = System.nanoTime() + WHILE.toNanos();
        for (long left = WHILE.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(50)));
        }
        long after = counter.lockAndGetFence();
        counter.unlock();
        return after - before;
    }
}
