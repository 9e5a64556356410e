package dev.singleton.manager;

import static dev.singleton.manager.Stage.HIGH;
import static dev.singleton.manager.Stage.LOW;
import static dev.singleton.manager.Stage.M;
import static dev.singleton.manager.Stage.hostingPeer;
import static dev.singleton.manager.Stage.peer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.StopReason;
import dev.singleton.manager.Effect.StillWaiting;
import dev.singleton.manager.Effect.TimedOut;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("A hand-over")
class HandOverTest {

    @Nested
    @DisplayName("A manager that finds itself elected")
    class Elected {

        @Test
        @DisplayName("starts at once when it is alone")
        void alone() {
            Stage m = Stage.takingOver();
            assertThat(m.state).isInstanceOf(Starting.class);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("asks every other member and starts when the last one has confirmed")
        void everybody() {
            Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
            assertThat(m.asked()).containsExactly(LOW, HIGH);
            m.confirms(LOW);
            assertThat(m.state).isInstanceOf(TakingOver.class);
            m.confirms(HIGH);
            assertThat(m.state).isInstanceOf(Starting.class);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("asks those again that have not confirmed, also one that is still stopping")
        void again() {
            Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
            m.confirms(LOW).answersStopping(HIGH).fires(Timer.REASK);
            assertThat(m.asked()).containsExactly(HIGH);
        }

        @Test
        @DisplayName("asks a member that comes while it waits")
        void newcomer() {
            Stage m = Stage.takingOver(peer(HIGH));
            m.sees(Optional.of(M), peer(LOW), peer(HIGH));
            assertThat(m.asked()).containsExactly(LOW);
            m.confirms(HIGH);
            assertThat(m.state).isInstanceOf(TakingOver.class);
        }

        @Test
        @DisplayName("no longer waits for a member that left the list")
        void gone() {
            Stage m = Stage.takingOver(peer(HIGH));
            m.sees(Optional.of(M));
            assertThat(m.state).isInstanceOf(Starting.class);
        }

        @Test
        @DisplayName("does not count a confirmation of an earlier round, of a stranger, or a decline")
        void doesNotCount() {
            Stage m = Stage.takingOver(peer(HIGH));
            m.happens(new Event.Confirmed(HIGH, m.round() - 1, 0, Optional.empty()));
            assertThat(m.ignored()).isTrue();
            m.happens(new Event.Confirmed(LOW, m.round(), 0, Optional.empty()));
            assertThat(m.ignored()).isTrue();
            m.declines(HIGH);
            assertThat(m.state).isInstanceOf(TakingOver.class);
        }

        @Test
        @DisplayName("hosts after the time-out although a member is silent, and names it")
        void silent() {
            Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
            m.confirms(LOW).fires(Timer.HAND_OVER);
            assertThat(m.state).isInstanceOf(Starting.class);
            assertThat(m.effects).contains(new TimedOut(List.of(HIGH)), m.start());
        }

        @Test
        @DisplayName("goes on waiting for a member that says that it is still stopping, for as long as it says so")
        void stillStopping() {
            Stage m = Stage.takingOver(peer(HIGH));
            m.answersStopping(HIGH).fires(Timer.HAND_OVER);
            assertThat(m.state).isInstanceOf(TakingOver.class);
            assertThat(m.effects).hasAtLeastOneElementOfType(StillWaiting.class);
            m.fires(Timer.HAND_OVER);
            assertThat(m.effects).as("silent since").contains(new TimedOut(List.of(HIGH)));
        }

        @Test
        @DisplayName("stops waiting when another one is elected")
        void cancelled() {
            Stage m = Stage.takingOver(peer(LOW));
            m.elects(LOW);
            assertThat(m.state).isInstanceOf(Standby.class);
            assertThat(m.effects).contains(new Effect.Cancel(Timer.REASK), new Effect.Cancel(Timer.HAND_OVER));
            m.confirms(LOW);
            assertThat(m.ignored()).isTrue();
        }
    }

    @Nested
    @DisplayName("A host that is asked to stand down")
    class Asked {

        @Test
        @DisplayName("by a member that sorts before it stops, and confirms when postStop has returned, not before")
        void yields() {
            Stage m = Stage.hosting(peer(LOW));
            m.asks(LOW, 7);
            assertThat(m.effects).contains(m.stop(StopReason.MOVED));
            assertThat(m.toldStillStopping()).containsExactly(LOW);
            assertThat(m.confirmed()).isEmpty();
            m.stopped("");
            assertThat(m.confirmed()).containsExactly(LOW);
        }

        @Test
        @DisplayName("by a member that sorts after it declines")
        void declines() {
            Stage m = Stage.hosting(peer(HIGH));
            m.asks(HIGH, 7);
            assertThat(m.state).isInstanceOf(Hosting.class);
            assertThat(m.declined()).containsExactly(HIGH);
        }

        @Test
        @DisplayName("while it leaves, stands down for anybody")
        void leaving() {
            Stage m = Stage.hosting(peer(HIGH));
            m.stands(Standing.LEAVING);
            assertThat(m.effects).contains(m.stop(StopReason.LEAVING));
            m.asks(HIGH, 7);
            assertThat(m.toldStillStopping()).containsExactly(HIGH);
            m.stopped("");
            assertThat(m.confirmed()).containsExactly(HIGH);
        }

        @Test
        @DisplayName("by two members confirms to both, to each for its last round")
        void two() {
            Stage m = Stage.hosting(peer(LOW), peer(HIGH));
            m.asks(LOW, 7).asks(HIGH, 8).asks(LOW, 9).stopped("");
            assertThat(m.confirmed()).containsExactly(HIGH, LOW);
        }

        @Test
        @DisplayName("starts the instance first when it is being made, and stops it then")
        void starting() {
            Stage m = Stage.standby(peer(LOW)).elects(M).confirms(LOW);
            m.asks(LOW, 7);
            assertThat(m.toldStillStopping()).containsExactly(LOW);
            m.happens(new Event.InstanceStarted());
            assertThat(m.effects).contains(m.stop(StopReason.MOVED));
        }

        @Test
        @DisplayName("that another one is merely elected does not stop it")
        void electedOnly() {
            Stage m = Stage.hosting(peer(LOW));
            m.elects(LOW);
            assertThat(m.state).isInstanceOf(Hosting.class);
            assertThat(m.effects).isEmpty();
        }

        @Test
        @DisplayName("an elected one that hosts too, as after a partition, does")
        void two_hosts() {
            Stage m = Stage.hosting(peer(LOW));
            m.sees(Optional.of(LOW), hostingPeer(LOW));
            assertThat(m.effects).contains(m.stop(StopReason.MOVED));
        }

        @Test
        @DisplayName("also while it is being restarted: no later change of the view may say so again")
        void restarting() {
            Stage m = Stage.hosting(peer(LOW));
            m.happens(new Event.RestartAsked())
                    .sees(Optional.of(LOW), hostingPeer(LOW))
                    .stopped("");
            assertThat(m.state).isInstanceOf(Standby.class);
        }
    }

    @Nested
    @DisplayName("A confirmation is a promise:")
    class Promise {

        @Test
        @DisplayName("a node that confirmed while it took over begins a round of its own")
        void ownRound() {
            Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
            m.confirms(HIGH);
            long before = m.round();
            m.asks(LOW, 7);
            assertThat(m.confirmed()).containsExactly(LOW);
            assertThat(m.asked()).as("everybody anew").containsExactly(LOW, HIGH);
            assertThat(m.round()).isGreaterThan(before);
            m.happens(new Event.Confirmed(LOW, before, 0, Optional.empty()));
            assertThat(m.ignored()).as("the old round is over").isTrue();
        }

        @Test
        @DisplayName("a node that confirmed in the pause after a death does not start the next instance by itself")
        void pausing() {
            Stage m = Stage.hosting(peer(LOW));
            m.happens(new Event.InstanceDied(StopReason.FAILURE));
            long ticket = m.ticket();
            m.asks(LOW, 7);
            assertThat(m.confirmed()).containsExactly(LOW);
            m.happens(new Event.TimerFired(Timer.RETRY, ticket));
            assertThat(m.effects).doesNotContain(m.start());
        }

        @Test
        @DisplayName("a node that only references the singleton confirms at once")
        void referencing() {
            Stage m = Stage.referencing(peer(LOW));
            m.asks(LOW, 7);
            assertThat(m.confirmed()).containsExactly(LOW);
        }
    }

    @Test
    @DisplayName("a node that was elected while it only referenced the singleton takes over when it starts it")
    void electedBefore() {
        Stage m = Stage.referencing(peer(HIGH)).elects(M);
        assertThat(m.effects).isEmpty();
        m.happens(new Event.OptIn(new Settings("jobs", java.time.Duration.ofSeconds(10), true)));
        assertThat(m.asked()).containsExactly(HIGH);
    }

    @Test
    @DisplayName("is not begun while a member that disagrees could host")
    void blocked() {
        Stage m = Stage.standby(peer(HIGH));
        m.sees(Optional.of(M), new Peer(HIGH, false, false, false, true));
        assertThat(m.state).isInstanceOf(Standby.class);
        m.sees(Optional.of(M), peer(HIGH));
        assertThat(m.asked()).containsExactly(HIGH);
    }
}
