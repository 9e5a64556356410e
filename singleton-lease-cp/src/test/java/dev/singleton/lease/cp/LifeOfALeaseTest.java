package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.cp.session.CPSession;
import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three members; nothing of the CP Subsystem fails. */
class LifeOfALeaseTest {

    private static final CpLeaseSettings SETTINGS = CpLeaseSettings.builder()
            .sessionTtl(Duration.ofSeconds(5))
            .heartbeat(Duration.ofSeconds(1))
            .margin(Duration.ofSeconds(2))
            .build();

    private static Cluster cluster;
    private static CpLeaseProvider provider;

    @BeforeAll
    static void start() {
        cluster = Cluster.ofThree(SETTINGS);
        provider = new CpLeaseProvider(SETTINGS);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void oneHoldsAndTheOtherGetsItAfterTheReleaseWithALargerToken() {
        Seat a = new Seat(provider, cluster.member(0), "hold-and-release");
        Seat b = new Seat(provider, cluster.member(1), "hold-and-release");

        long first = a.hold();
        assertThat(a.valid()).isTrue();
        CompletionStage<Acquisition> waiting = b.lease().acquire();
        a.release();
        assertThat(a.lease().validUntil()).isEmpty();
        Acquisition second = Seat.await(waiting);

        assertThat(second).isInstanceOf(Acquisition.Granted.class);
        assertThat(((Acquisition.Granted) second).fencingToken()).isGreaterThan(first);
        b.release();
        assertThat(a.losses).isEmpty();
        a.lease().close();
        b.lease().close();
    }

    @Test
    void aHolderKeepsItBeyondTheTtlAndTheOtherIsToldSo() {
        Seat a = new Seat(provider, cluster.member(0), "kept");
        Seat b = new Seat(provider, cluster.member(1), "kept");
        a.hold();

        // An attempt waits for longer than the ttl.
        assertThat(b.acquire()).isInstanceOf(Acquisition.Held.class);

        assertThat(a.valid()).isTrue();
        assertThat(a.losses).isEmpty();
        a.release();
        a.lease().close();
        b.lease().close();
    }

    @Test
    void aSessionThatIsClosedByForceIsToldOnceAndTheNextTokenIsLarger() {
        Seat a = new Seat(provider, cluster.member(0), "forced");
        long first = a.hold();

        var sessions = cluster.member(1).getCPSubsystem().getCPSessionManagementService();
        for (CPSession session : Seat.await(sessions.getAllSessions("singletons"))) {
            assertThat(Seat.await(sessions.forceCloseSession("singletons", session.id())))
                    .isTrue();
        }

        Seat.eventually("the loss is told", () -> !a.losses.isEmpty());
        assertThat(a.leftAtLoss).allMatch(left -> left.isEmpty() || left.getAsLong() <= 0);
        assertThat(a.hold()).isGreaterThan(first);
        assertThat(a.losses).hasSize(1);
        a.release();
        a.lease().close();
    }

    @Test
    void aSessionThatCannotBeOpenedKeepsNoSlot() {
        String group = "spoiled";
        LargestTokens beyondAllEpochs = new LargestTokens(1);
        beyondAllEpochs.given(
                cluster.member(0).getConfig().getClusterName() + "/" + group, Long.MAX_VALUE >> 20, Long.MAX_VALUE);

        assertThatThrownBy(() -> new HazelcastArbiter(cluster.member(0), group, beyondAllEpochs).open())
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(cluster.member(1)
                        .getCPSubsystem()
                        .getLock("singleton/anchor/0@" + group)
                        .isLocked())
                .isFalse();
    }

    @Test
    void theThreadsOfAMemberEndWithItsLastLease() {
        CpLeaseProvider own = new CpLeaseProvider(SETTINGS, cluster.member(2));
        Seat one = new Seat(own, cluster.member(2), "one");
        Seat two = new Seat(own, cluster.member(2), "two");
        one.hold();
        two.hold();
        assertThat(ourThreads(cluster.member(2).getName())).hasSize(3);

        one.release();
        one.lease().close();
        assertThat(ourThreads(cluster.member(2).getName())).hasSize(3);
        two.release();
        two.lease().close();

        Seat.eventually(
                "no thread is left",
                () -> ourThreads(cluster.member(2).getName()).isEmpty());
    }

    private static List<String> ourThreads(String member) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("singleton-lease-cp-") && name.endsWith(" " + member))
                .toList();
    }

    @Test
    void manyTypesAreHeldAtOnceAndHaveLocksOfTheirOwn() {
        String longName = "a" + "b".repeat(253);
        List<Seat> seats = new ArrayList<>();
        List<CompletionStage<Acquisition>> asked = new ArrayList<>();
        for (String name : List.of(longName + "c", longName + "d", "short", "short-2")) {
            seats.add(new Seat(provider, cluster.member(0), name));
        }
        seats.forEach(seat -> asked.add(seat.lease().acquire()));

        HashSet<Long> tokens = new HashSet<>();
        asked.forEach(answer -> tokens.add(((Acquisition.Granted) Seat.await(answer)).fencingToken()));
        assertThat(tokens).hasSize(4);
        seats.forEach(Seat::release);
        seats.forEach(seat -> seat.lease().close());
    }
}
