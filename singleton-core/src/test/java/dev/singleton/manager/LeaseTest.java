package dev.singleton.manager;

import static dev.singleton.manager.Stage.HIGH;
import static dev.singleton.manager.Stage.LOW;
import static dev.singleton.manager.Stage.M;
import static dev.singleton.manager.Stage.hostingPeer;
import static dev.singleton.manager.Stage.peer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.SingletonStatus.LeaseState;
import dev.singleton.StopReason;
import dev.singleton.wire.Frame;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("A manager whose singleton needs a lease")
class LeaseTest {

    private static int indexOf(List<Effect> effects, Class<? extends Effect> kind) {
        return effects.indexOf(
                effects.stream().filter(kind::isInstance).findFirst().orElseThrow());
    }

    @Nested
    @DisplayName("when it is elected")
    class Elected {

        @Test
        @DisplayName("asks the members and the arbiter at once, and starts when both have agreed")
        void both() {
            Stage m = Stage.wantingLease(peer(HIGH));
            assertThat(m.asked()).containsExactly(HIGH);
            assertThat(m.asksForLease()).isTrue();
            m.granted(7);
            assertThat(m.state).isInstanceOf(TakingOver.class);
            m.confirms(HIGH);
            assertThat(m.effects).contains(m.start());
            assertThat(m.state.lease()).isEqualTo(new LeaseView(LeaseState.HELD, java.util.OptionalLong.of(7)));
        }

        @Test
        @DisplayName("does not start without the lease, although all have confirmed and however long it takes")
        void noLeaseNoInstance() {
            Stage m = Stage.wantingLease(peer(HIGH));
            m.confirms(HIGH).fires(Timer.HAND_OVER).fires(Timer.REASK).fires(Timer.HAND_OVER);
            assertThat(m.state).isInstanceOf(TakingOver.class);
            assertThat(m.state.lease().state()).isEqualTo(LeaseState.ACQUIRING);
        }

        @Test
        @DisplayName("alone, starts when the lease is granted")
        void alone() {
            Stage m = Stage.wantingLease();
            assertThat(m.state).isInstanceOf(TakingOver.class);
            m.granted(7);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("asks again after the retry interval when it was refused, again and again")
        void retried() {
            Stage m = Stage.wantingLease();
            for (int i = 0; i < 3; i++) {
                m.refused();
                assertThat(m.effects).contains(new Effect.Arm(Timer.LEASE, m.attempt(), Duration.ofSeconds(5)));
                m.fires(Timer.LEASE);
                assertThat(m.asksForLease()).isTrue();
            }
        }

        @Test
        @DisplayName("does not wait for a silent member beyond one re-ask interval: the lease is the permission")
        void silent() {
            Stage m = Stage.wantingLease(peer(HIGH)).granted(7);
            assertThat(m.state).isInstanceOf(TakingOver.class);
            m.fires(Timer.REASK);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("is not held back by a decline")
        void declined() {
            Stage m = Stage.wantingLease(hostingPeer(HIGH)).declines(HIGH);
            m.granted(7);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("waits for a member that is stopping, as long as it answers")
        void stopping() {
            Stage m =
                    Stage.wantingLease(hostingPeer(HIGH)).answersStopping(HIGH).granted(7);
            m.fires(Timer.REASK).answersStopping(HIGH).fires(Timer.REASK);
            m.fires(Timer.HAND_OVER);
            assertThat(m.state).isInstanceOf(TakingOver.class);
            m.fires(Timer.REASK).answersStopping(HIGH).fires(Timer.REASK);
            assertThat(m.state).isInstanceOf(TakingOver.class);
            m.confirms(HIGH);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("goes on without a member that was stopping and then fell silent for a whole time-out")
        void stoppingAndSilent() {
            Stage m =
                    Stage.wantingLease(hostingPeer(HIGH)).answersStopping(HIGH).granted(7);
            m.fires(Timer.HAND_OVER).fires(Timer.REASK);
            assertThat(m.asked()).containsExactly(HIGH);
            m.fires(Timer.REASK);
            assertThat(m.effects).contains(m.start());
        }
    }

    @Nested
    @DisplayName("whose predecessor gives its lease back")
    class Successor {

        @Test
        @DisplayName("asks at once when it hears so, and does not wait for the retry interval")
        void promptly() {
            Stage m =
                    Stage.wantingLease(hostingPeer(HIGH)).answersStopping(HIGH).refused();
            m.confirms(HIGH);
            assertThat(m.asksForLease()).as("it has stopped").isTrue();
            m.refused();
            assertThat(m.asksForLease()).isFalse();
            m.confirms(HIGH);
            assertThat(m.asksForLease()).as("and has released").isTrue();
            m.granted(8);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("asks once more when the refusal crossed the news")
        void crossing() {
            Stage m = Stage.wantingLease(hostingPeer(HIGH)).answersStopping(HIGH);
            m.confirms(HIGH);
            assertThat(m.asksForLease()).isFalse();
            assertThat(m.effects).as("a provider that waits looks").contains(new Effect.LookAgain());
            m.confirms(HIGH);
            assertThat(m.effects).as("and once more after the release").contains(new Effect.LookAgain());
            m.refused();
            assertThat(m.asksForLease()).isTrue();
        }
    }

    @Nested
    @DisplayName("that gives up")
    class GivingUp {

        @Test
        @DisplayName("while it asks, releases, and starts nothing when the grant comes all the same")
        void lateGrant() {
            Stage m = Stage.wantingLease(peer(LOW));
            m.elects(LOW);
            assertThat(m.releases()).isTrue();
            m.granted(7);
            assertThat(m.state).isInstanceOf(Standby.class);
            assertThat(m.state.ground().claim()).isInstanceOf(Claim.Releasing.class);
            m.released();
            assertThat(m.state.ground().claim()).isInstanceOf(Claim.Free.class);
        }

        @Test
        @DisplayName("and is elected again asks anew only when the earlier attempt and its release are answered")
        void oneAtATime() {
            Stage m = Stage.wantingLease(peer(LOW));
            m.elects(LOW).elects(M);
            assertThat(m.asksForLease()).isFalse();
            m.released();
            assertThat(m.asksForLease()).isFalse();
            m.refused();
            assertThat(m.asksForLease()).isTrue();
        }

        @Test
        @DisplayName("with the lease in hand, releases it")
        void inHand() {
            Stage m = Stage.wantingLease(peer(LOW)).granted(7);
            m.asks(LOW, 1);
            assertThat(m.confirmed()).containsExactly(LOW);
            assertThat(m.releases()).isTrue();
            m.released();
            assertThat(m.confirmed()).containsExactly(LOW);
            assertThat(m.asksForLease())
                    .as("whom it stood down for comes first")
                    .isFalse();
            m.sees(Optional.of(M));
            assertThat(m.asksForLease()).as("and is gone").isTrue();
        }

        @Test
        @DisplayName("and opts out never asks again")
        void optedOut() {
            Stage m = Stage.wantingLease().refused();
            m.happens(new Event.OptOut()).fires(Timer.LEASE);
            assertThat(m.asksForLease()).isFalse();
            m.elects(M);
            assertThat(m.asksForLease()).isFalse();
            assertThat(m.state.lease().state()).isEqualTo(LeaseState.RELEASED);
        }
    }

    @Nested
    @DisplayName("that stands down")
    class StandingDown {

        @Test
        @DisplayName("confirms, then releases, strictly after postStop; and says it again when the lease is free")
        void afterPostStop() {
            Stage m = Stage.hostingUnderLease(peer(LOW));
            m.elects(LOW).asks(LOW, 3);
            assertThat(m.effects).contains(m.stop(StopReason.MOVED));
            assertThat(m.releases()).isFalse();
            m.stopped("state");
            assertThat(m.releases()).isTrue();
            assertThat(indexOf(m.effects, Effect.Send.class)).isLessThan(indexOf(m.effects, Effect.ReleaseLease.class));
            m.released();
            assertThat(m.effects)
                    .contains(new Effect.Send(
                            LOW, new Frame.Confirm("jobs", 3, m.state.ground().generation(), Optional.empty())));
        }

        @Test
        @DisplayName("tells also those that asked while it released")
        void askedMeanwhile() {
            Stage m = Stage.hostingUnderLease(peer(LOW), peer(HIGH));
            m.happens(new Event.OptOut()).stopped("").asks(HIGH, 5);
            assertThat(m.confirmed()).containsExactly(HIGH);
            m.released();
            assertThat(m.confirmed()).containsExactly(HIGH);
        }

        @Test
        @DisplayName("has not left before the lease is given back")
        void leaving() {
            Stage m = Stage.hostingUnderLease();
            m.stands(Standing.LEAVING).stopped("");
            assertThat(m.state.settled()).isFalse();
            m.released();
            assertThat(m.state.settled()).isTrue();
        }

        @Test
        @DisplayName("keeps the lease through a restart")
        void restart() {
            Stage m = Stage.hostingUnderLease();
            m.happens(new Event.RestartAsked()).stopped("");
            assertThat(m.effects).contains(m.start());
            assertThat(m.releases()).isFalse();
        }
    }

    @Nested
    @DisplayName("whose instance is gone")
    class Gone {

        @Test
        @DisplayName("holds no lease over it: it releases, and asks for it again after the pause")
        void died() {
            Stage m = Stage.hostingUnderLease(peer(HIGH));
            m.happens(new Event.InstanceDied(StopReason.STOP_SELF));
            assertThat(m.state).isInstanceOf(Pausing.class);
            assertThat(m.releases()).isTrue();
            m.released().fires(Timer.RETRY);
            assertThat(m.asksForLease()).isTrue();
            m.granted(9).confirms(HIGH);
            assertThat(m.effects).contains(m.start());
        }

        @Test
        @DisplayName("and could not be made keeps the growing pause")
        void backOff() {
            Stage m = Stage.wantingLease().granted(7);
            m.happens(new Event.ActivationFailed());
            assertThat(m.releases()).isTrue();
            m.released().fires(Timer.RETRY).granted(8).happens(new Event.ActivationFailed());
            assertThat(m.effects).contains(new Effect.Arm(Timer.RETRY, m.ticket(), Duration.ofSeconds(2)));
        }
    }

    @Nested
    @DisplayName("that loses its lease")
    class Losing {

        @Test
        @DisplayName("stops the instance, and asks again only when postStop has returned")
        void hosting() {
            Stage m = Stage.hostingUnderLease();
            m.loses();
            assertThat(m.effects).contains(m.stop(StopReason.LEASE_LOST), new Effect.LeaseLost("revoked"));
            assertThat(m.asksForLease()).isFalse();
            assertThat(m.state.lease().state()).isEqualTo(LeaseState.LOST);
            m.stopped("");
            assertThat(m.releases()).as("there is nothing to give back").isFalse();
            assertThat(m.asksForLease()).isTrue();
        }

        @Test
        @DisplayName("while it drains, drains no longer")
        void draining() {
            Stage m = Stage.hostingUnderLease(peer(LOW));
            m.asks(LOW, 3).loses();
            assertThat(m.effects).contains(m.stop(StopReason.LEASE_LOST));
            assertThat(m.asksForLease()).isFalse();
            m.stopped("");
            assertThat(m.confirmed()).containsExactly(LOW);
        }

        @Test
        @DisplayName("while it restarts, does not start anew without one")
        void restarting() {
            Stage m = Stage.hostingUnderLease();
            m.happens(new Event.RestartAsked()).loses().stopped("");
            assertThat(m.effects).doesNotContain(m.start());
            assertThat(m.asksForLease()).isTrue();
        }

        @Test
        @DisplayName("while it starts, stops what comes of it")
        void starting() {
            Stage m = Stage.wantingLease().granted(7).loses();
            m.happens(new Event.InstanceStarted());
            assertThat(m.effects).contains(m.stop(StopReason.LEASE_LOST));
        }

        @Test
        @DisplayName("before the instance was begun, has nothing to stop")
        void notBegun() {
            Stage m = Stage.wantingLease().granted(7).loses().stopped("");
            assertThat(m.asksForLease()).isTrue();
        }

        @Test
        @DisplayName("while it waits for others, asks again after the interval: not in a circle")
        void waiting() {
            Stage m = Stage.wantingLease(peer(HIGH)).granted(7).loses();
            assertThat(m.asksForLease()).isFalse();
            m.fires(Timer.LEASE);
            assertThat(m.asksForLease()).isTrue();
        }

        @Test
        @DisplayName("that it does not hold any more ignores it")
        void notHeld() {
            Stage m = Stage.hostingUnderLease();
            long old = m.attempt();
            m.loses().stopped("").granted(8).happens(new Event.InstanceStarted());
            m.happens(new Event.LeaseLost(old, "late"));
            assertThat(m.ignored()).isTrue();
            assertThat(m.state).isInstanceOf(Hosting.class);
        }
    }

    @Test
    @DisplayName("stands down for the elected one although it holds the lease, once both see the same")
    void wrongHolder() {
        Stage m = Stage.hostingUnderLease(peer(LOW));
        m.elects(LOW).asks(LOW, 4);
        assertThat(m.effects).contains(m.stop(StopReason.MOVED));
        assertThat(m.state.leaseUse()).isEqualTo(LeaseUse.IN_USE);
        assertThat(M).isNotEqualTo(LOW);
    }
}
