package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonStats;
import dev.singleton.SingletonStatus;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.SingletonStatus.LeaseState;
import dev.singleton.SingletonStatus.State;
import dev.singleton.spi.Lease;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Readiness")
class ReadinessTest {

    private static final NodeId PEER =
            new NodeId(new UUID(7, 7), new InetSocketAddress(InetAddress.getLoopbackAddress(), 5702));

    @Test
    void aStandbyIsUpAndSaysWhatItKnows() {
        Readiness readiness =
                Readiness.of(true, List.of(status(Optional.of(PEER), List.of(), Optional.empty())), Map.of());
        assertThat(readiness.up()).isTrue();
        assertThat(readiness.data())
                .containsEntry("joined", true)
                .containsEntry("jobs.state", "standby")
                .containsEntry("jobs.owner", PEER.toString())
                .containsEntry("jobs.lease", "held")
                .containsEntry("jobs.buffered", 3L)
                .containsEntry("jobs.fencing-token", "1")
                .hasSize(6);
    }

    @Test
    void aNodeThatHasNotJoinedIsDown() {
        assertThat(Readiness.of(false, List.of(), Map.of()).up()).isFalse();
    }

    @Test
    void aDifferenceInWhatMustBeEqualIsDownAndNamed() {
        Disagreement difference = new Disagreement(PEER, "placement: address here, oldest there", true);
        Readiness readiness =
                Readiness.of(true, List.of(status(Optional.empty(), List.of(difference), Optional.empty())), Map.of());
        assertThat(readiness.up()).isFalse();
        assertThat(readiness.data())
                .containsEntry("jobs.owner", "none")
                .containsEntry("jobs.disagreement", PEER + ": placement: address here, oldest there (incompatible)");
    }

    @Test
    void aDifferenceInWhatMayDifferIsShownAndUp() {
        Disagreement difference = new Disagreement(PEER, "ask-timeout: PT5S here, PT6S there", false);
        Readiness readiness = Readiness.of(
                true, List.of(status(Optional.of(PEER), List.of(difference), Optional.of("no"))), Map.of());
        assertThat(readiness.up()).isTrue();
        assertThat(readiness.data()).containsKey("jobs.disagreement").containsEntry("jobs.activation-error", "no");
    }

    @Test
    void saysWhatGuaranteeALeaseProviderGives() {
        Readiness readiness = Readiness.of(
                true,
                List.of(),
                Map.of("cp", new Lease.Condition(true, "at most one holder"), "plain", Lease.Condition.USABLE));
        assertThat(readiness.up()).isTrue();
        assertThat(readiness.data())
                .containsEntry("lease.cp", "at most one holder")
                .containsEntry("lease.plain", "usable");
    }

    @Test
    void aLeaseProviderThatGivesNoneIsDownAndSaysWhy() {
        Readiness readiness = Readiness.of(
                true,
                List.of(),
                Map.of("cp", new Lease.Condition(false, "the majority is gone"), "memory", Lease.Condition.USABLE));
        assertThat(readiness.up()).isFalse();
        assertThat(readiness.data()).containsEntry("lease.cp", "the majority is gone");
    }

    private static SingletonStatus status(
            Optional<NodeId> owner, List<Disagreement> disagreements, Optional<String> error) {
        return status("jobs", State.STANDBY, owner, disagreements, error);
    }

    /** Of a singleton of which nothing else is known. */
    static SingletonStatus status(String name, State state) {
        return status(name, state, Optional.empty(), List.of(), Optional.empty());
    }

    private static SingletonStatus status(
            String name,
            State state,
            Optional<NodeId> owner,
            List<Disagreement> disagreements,
            Optional<String> error) {
        return new SingletonStatus(
                SingletonKey.of(name, String.class),
                state,
                owner,
                false,
                LeaseState.HELD,
                OptionalLong.of(1),
                3,
                0,
                false,
                error,
                disagreements,
                new SingletonStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }
}
