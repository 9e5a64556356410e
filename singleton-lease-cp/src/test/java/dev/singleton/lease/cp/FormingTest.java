package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.lease.cp.Contact.Obstacle;
import dev.singleton.spi.Lease.Acquisition;
import dev.singleton.testkit.LogBook;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A CP Subsystem that cannot form says why, and what to do. */
class FormingTest {

    private static final long START = Long.MAX_VALUE - 5;

    private final Forming forming = new Forming(3);

    private static long after(int seconds) {
        return START + Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void itTellsHowManyAreHereHoweverLongThatTakes() {
        Obstacle first = forming.look(2, List.of(), START);
        Obstacle later = forming.look(2, List.of(), after(600));

        assertThat(first).isEqualTo(later);
        assertThat(first.text()).contains("is forming: 2 of 3");
        assertThat(first.passes()).isTrue();
    }

    @Test
    void whenAllAreHereForHalfAMinuteTheyMustBeStoppedAndStartedTogether() {
        assertThat(forming.look(3, List.of(), START).passes()).isTrue();
        assertThat(forming.look(3, List.of(), after(29)).passes()).isTrue();

        Obstacle stuck = forming.look(3, List.of(), after(31));

        assertThat(stuck.passes()).isFalse();
        assertThat(stuck.bars()).isTrue();
        assertThat(stuck.text()).contains("3 of 3", "stop all nodes and start them together");
    }

    @Test
    void theTimeBeginsAnewWhenOneLeaves() {
        forming.look(3, List.of(), START);
        forming.look(2, List.of(), after(20));
        forming.look(3, List.of(), after(25));

        assertThat(forming.look(3, List.of(), after(40)).passes()).isTrue();

        forming.over();
        assertThat(forming.look(3, List.of(), after(600)).passes())
                .as("it forms anew after a reset")
                .isTrue();
    }

    /** As in a rolling change from none to cp: Hazelcast waits for ever. Takes the half minute. */
    @Test
    void anEarlyMemberWithoutTheSettingsIsNamedAndInTheEndTheMendIsSaid() {
        AtomicBoolean first = new AtomicBoolean(true);
        CpLeaseSettings settings = CpLeaseSettings.defaults();
        try (LogBook log = new LogBook();
                Cluster cluster = new Cluster(
                        config -> first.getAndSet(false) ? config : CpLeaseProvider.configure(config, settings))) {
            HazelcastInstance unprepared = cluster.startOne();
            Seat seat = new Seat(new CpLeaseProvider(settings), cluster.startOne(), "mixed");

            String address =
                    unprepared.getCluster().getLocalMember().getAddress().toString();
            Seat.eventually(
                    "it is named",
                    () -> seat.lease()
                            .condition()
                            .text()
                            .contains("[" + address + "] were started without lease = cp"));
            assertThat(seat.lease().condition().usable()).isFalse();
            HazelcastInstance last = cluster.startOne();
            Seat.eventually(
                    "the mend is said",
                    () -> seat.lease().condition().text().contains("stop all nodes and start them together"));

            assertThat(log.warnings("has not formed within PT30S", address)).hasSize(1);
            assertThat(last.getCPSubsystem().getCPSubsystemManagementService().isDiscoveryCompleted())
                    .isFalse();
            assertThat(((Acquisition.Failed) seat.acquire()).cause()).hasMessageContaining("stop all nodes");
            seat.lease().close();
        }
    }
}
