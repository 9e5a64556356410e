package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two of three members die. Hazelcast's calls then hang for two minutes; nothing else may. */
class SilentArbiterTest {

    /** Far less than the two minutes, and far more than what is stated. */
    private static final Duration GENEROUS = Duration.ofSeconds(30);

    private static final CpLeaseSettings SETTINGS = CpLeaseSettings.builder()
            .sessionTtl(Duration.ofSeconds(5))
            .heartbeat(Duration.ofSeconds(1))
            .margin(Duration.ofSeconds(2))
            .operationTimeout(Duration.ofSeconds(2))
            .build();

    @Test
    void theMajorityIsGoneAndTheHolderIsToldInTimeAndEveryCallIsAnswered() throws Exception {
        try (Cluster cluster = Cluster.ofThree(SETTINGS)) {
            CpLeaseProvider provider = new CpLeaseProvider(SETTINGS);
            Seat holder = new Seat(provider, cluster.member(0), "holder");
            Seat leaver = new Seat(provider, cluster.member(0), "leaver");
            Seat late = new Seat(provider, cluster.member(0), "late");
            holder.hold();
            leaver.hold();
            Seat.eventually(
                    "the member is ready", () -> holder.lease().condition().usable());
            assertThat(holder.lease().condition().text()).contains("at most one holder", "PT5S", "PT2S");
            long before = System.nanoTime();

            cluster.member(1).getLifecycleService().terminate();
            cluster.member(2).getLifecycleService().terminate();

            assertThatThrownBy(
                            () -> leaver.lease().release().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("has not answered within PT2S");
            assertThat(late.acquire()).isInstanceOf(Acquisition.Failed.class);
            Seat.eventually("the loss is told", () -> !holder.losses.isEmpty());
            assertThat(holder.losses.get(0)).contains("no sign of life");
            assertThat(holder.leftAtLoss).allMatch(left -> left.isEmpty() || left.getAsLong() <= 0);
            assertThat(leaver.losses).as("released").isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(GENEROUS);
            assertThat(holder.lease().condition().usable()).isFalse();
            assertThat(holder.lease().condition().text()).contains("cp: ");
        }
    }
}
