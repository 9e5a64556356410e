package dev.singleton.manager;

import static dev.singleton.manager.Stage.HIGH;
import static dev.singleton.manager.Stage.LOW;
import static dev.singleton.manager.Stage.M;
import static dev.singleton.manager.Stage.hostingPeer;
import static dev.singleton.manager.Stage.peer;
import static dev.singleton.manager.Stage.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.wire.Frame;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the simulation has found. */
@DisplayName("A manager that holds or wants a lease, while others are silent or late")
class LeaseInDoubtTest {

    @Test
    @DisplayName(
            "does not wait for a silent member for ever when the hand-over time-out is as short as a re-ask interval")
    void shortTimeOut() {
        Stage m = Stage.wantingLease(peer(HIGH));
        m.fires(Timer.HAND_OVER).fires(Timer.REASK).fires(Timer.HAND_OVER).fires(Timer.REASK);
        m.granted(7);
        assertThat(m.effects).contains(m.start());
    }

    @Test
    @DisplayName(
            "asks a member anew that confirmed, was granted the lease first, and hosts: else it would host for ever")
    void overtaken() {
        Stage m = Stage.wantingLease(peer(HIGH)).confirms(HIGH).refused();
        m.sees(Optional.of(M), hostingPeer(HIGH));
        assertThat(m.asked()).containsExactly(HIGH);
        m.answersStopping(HIGH).fires(Timer.LEASE).granted(8);
        assertThat(m.effects).doesNotContain(m.start());
        m.confirms(HIGH);
        assertThat(m.effects).contains(m.start());
    }

    @Test
    @DisplayName("asks it again and again, also when it never saw it not hosting")
    void overtakenUnseen() {
        Stage m = Stage.wantingLease(hostingPeer(HIGH)).confirms(HIGH).refused();
        m.fires(Timer.REASK);
        assertThat(m.asked()).containsExactly(HIGH);
    }

    @Test
    @DisplayName(
            "hands a state over that counts more than one of an earlier lease, also when it never heard of that one")
    void generation() {
        Stage m = Stage.wantingLease(peer(LOW), peer(HIGH)).granted(70);
        m.fires(Timer.REASK).happens(new Event.InstanceStarted());
        m.asks(LOW, 3).stopped("last");
        assertThat(m.effects)
                .contains(new Effect.Send(LOW, new Frame.Confirm("jobs", 3, 70, Optional.of(state("last")))));
    }

    @Test
    @DisplayName(
            "does not count further when it restarts under the same lease: the next one's token is larger just by one")
    void generationOfRestart() {
        Stage m = Stage.hostingUnderLease();
        long before = m.state.ground().generation();
        m.happens(new Event.RestartAsked()).stopped("").happens(new Event.InstanceStarted());
        assertThat(m.state.ground().generation()).isEqualTo(before);
    }
}
