package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.spi.Lease.Acquisition;
import dev.singleton.testkit.LogBook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members come and go; the CP Subsystem forgets what it must not, and the lease goes on. */
class RestartsTest {

    private static final CpLeaseSettings SETTINGS = CpLeaseSettings.builder()
            .sessionTtl(Duration.ofSeconds(5))
            .heartbeat(Duration.ofSeconds(1))
            .margin(Duration.ofSeconds(2))
            .build();

    private final Cluster cluster = Cluster.ofThree(SETTINGS);
    private final CpLeaseProvider provider = new CpLeaseProvider(SETTINGS);

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void attend(HazelcastInstance member) {
        AutoCloseable unusedEndsWithTheMember = provider.attend(Cluster.id(member));
    }

    @Test
    void theLeaseOfATerminatedHolderGoesToWhoWaitsForIt() {
        Seat a = new Seat(provider, cluster.member(0), "taken-over");
        Seat b = new Seat(provider, cluster.member(1), "taken-over");
        long first = a.hold();

        CompletionStage<Acquisition> waiting = b.lease().acquire();
        cluster.member(0).getLifecycleService().terminate();

        Acquisition second = Seat.await(waiting);
        assertThat(second).isInstanceOf(Acquisition.Granted.class);
        assertThat(((Acquisition.Granted) second).fencingToken()).isGreaterThan(first);
        Seat.eventually("the dead node's loss is told", () -> a.losses.size() == 1);
    }

    @Test
    void tokensGrowAlthoughAllMembersWereRestartedAndFencesBeginAnew() {
        Seat before = new Seat(provider, cluster.member(0), "restarted");
        long first = before.hold();
        cluster.terminateAll();
        Cluster again = Cluster.ofThree(SETTINGS);
        try (again) {
            Seat after = new Seat(provider, again.member(0), "restarted");
            assertThat(after.hold()).isGreaterThan(first);
        }
    }

    @Test
    void membersAreKilledOrStoppedAndRestartedOneAfterTheOtherAndTheLeaseWorksAtEveryStep() {
        for (int i = 0; i < 3; i++) {
            attend(cluster.member(i));
        }
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            if (i == 1) {
                cluster.member(i).shutdown();
            } else {
                cluster.member(i).getLifecycleService().terminate();
            }
            HazelcastInstance again = cluster.restart(i);
            Seat seat = new Seat(provider, again, "rolling");
            Seat.eventually(
                    "member " + i + " is ready: " + seat.lease().condition().text(),
                    () -> seat.lease().condition().usable());
            tokens.add(seat.hold());
            seat.release();
            seat.lease().close();
            attend(again);
        }
        assertThat(tokens).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void whileTheCpSubsystemFormsADepartureEndsTheOthersAndTheNodeSaysSo() {
        AtomicBoolean seen = new AtomicBoolean();
        Logger discovery = Logger.getLogger("com.hazelcast.cp.internal.MetadataRaftGroupManager");
        discovery.setFilter(line -> {
            if (line.getMessage().contains("Current member count: 2")) {
                seen.set(true);
            }
            return true;
        });
        try (LogBook log = new LogBook();
                Cluster forming = new Cluster(config -> CpLeaseProvider.configure(config, SETTINGS))) {
            forming.startOne();
            forming.startOne();
            Seat.eventually("Hazelcast's search for CP members has seen both", seen::get);
            Seat seat = new Seat(provider, forming.member(1), "forming");

            forming.member(0).getLifecycleService().terminate();

            Seat.eventually(
                    "Hazelcast ended itself",
                    () -> !forming.member(1).getLifecycleService().isRunning());
            Seat.eventually(
                    "health says so", () -> seat.lease().condition().text().contains("is not running"));
            assertThat(seat.lease().condition().usable()).isFalse();
            Seat.eventually(
                    "and the log",
                    () -> !log.warnings("is not running", "makes a new one").isEmpty());
        }
    }

    @Test
    void twoOfThreeAreLostForGoodAndAResetOnTheOldestMemberHelps() {
        Seat survivor = new Seat(provider, cluster.member(0), "reset");
        long first = survivor.hold();
        cluster.member(1).getLifecycleService().terminate();
        cluster.member(2).getLifecycleService().terminate();
        Seat.eventually("the survivor has lost it", () -> survivor.losses.size() == 1);
        cluster.restart(1);
        cluster.restart(2);
        assertThat(survivor.lease().condition().usable()).isFalse();

        Seat.await(cluster.member(0)
                .getCPSubsystem()
                .getCPSubsystemManagementService()
                .reset());

        Seat other = new Seat(provider, cluster.member(1), "reset");
        long second = other.hold();
        other.release();
        assertThat(second).isGreaterThan(first);
    }

    @Test
    void withoutAutoPromoteARemovedMemberIsNotTerminatedAndSaysWhatToDo() {
        CpLeaseSettings byHand = CpLeaseSettings.builder()
                .autoPromote(false)
                .sessionTtl(Duration.ofSeconds(5))
                .margin(Duration.ofSeconds(1))
                .heartbeat(Duration.ofSeconds(1))
                .build();
        HazelcastInstance stranger = cluster.member(2);
        Seat seat = new Seat(new CpLeaseProvider(byHand), stranger, "stranger");
        seat.hold();

        Seat.await(cluster.member(0)
                .getCPSubsystem()
                .getCPSubsystemManagementService()
                .removeCPMember(stranger.getCPSubsystem().getLocalCPMember().getUuid()));

        Seat.eventually(
                "it says what to do", () -> seat.lease().condition().text().contains("make a new one"));
        assertThat(seat.acquire()).isInstanceOf(Acquisition.Failed.class);
        assertThat(stranger.getLifecycleService().isRunning()).isTrue();
        assertThat(seat.lease().condition().usable()).isFalse();
    }

    @Test
    void aMemberThatTheOthersHaveRemovedIsTerminatedSoThatItsMakerRebuildsIt() {
        HazelcastInstance stranger = cluster.member(2);
        Seat seat = new Seat(provider, stranger, "stranger");
        seat.hold();

        Seat.await(cluster.member(0)
                .getCPSubsystem()
                .getCPSubsystemManagementService()
                .removeCPMember(stranger.getCPSubsystem().getLocalCPMember().getUuid()));

        Seat.eventually(
                "it is terminated", () -> !stranger.getLifecycleService().isRunning());
        Seat.eventually("its leases are lost", () -> seat.losses.size() == 1);
        assertThat(seat.lease().condition().usable()).isFalse();
    }
}
