package dev.singleton.manager;

import static dev.singleton.manager.Stage.HIGH;
import static dev.singleton.manager.Stage.LOW;
import static dev.singleton.manager.Stage.M;
import static dev.singleton.manager.Stage.hostingPeer;
import static dev.singleton.manager.Stage.peer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An instance")
class LifeOfAnInstanceTest {

    private static Duration pause(Stage m) {
        return m.effects.stream()
                .filter(effect -> effect instanceof Effect.Arm arm && arm.timer() == Timer.RETRY)
                .map(effect -> ((Effect.Arm) effect).delay())
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("that died is started anew after a second, and no membership event shortens that")
    void death() {
        Stage m = Stage.hosting(peer(HIGH));
        m.happens(new Event.InstanceDied(StopReason.FAILURE));
        assertThat(pause(m)).isEqualTo(Duration.ofSeconds(1));
        m.sees(Optional.of(M));
        assertThat(m.state).isInstanceOf(Pausing.class);
        m.fires(Timer.RETRY);
        assertThat(m.effects).contains(m.start());
    }

    @Test
    @DisplayName("that cannot be made is tried again after 1, 2, 4 ... 30 seconds")
    void activation() {
        Stage m = Stage.takingOver();
        List<Long> seconds = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            m.happens(new Event.ActivationFailed());
            seconds.add(pause(m).toSeconds());
            m.fires(Timer.RETRY);
        }
        assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
    }

    @Test
    @DisplayName("that died takes the node out of rotation when it is not to be restarted, until a fresh start")
    void latched() {
        Stage m = Stage.hosting(false, peer(HIGH));
        m.happens(new Event.InstanceDied(StopReason.STOP_SELF));
        assertThat(m.effects).contains(new Effect.Latched());
        assertThat(m.state.inRotation()).isFalse();
        m.sees(Optional.of(M), peer(HIGH));
        assertThat(m.effects).as("a membership event does not revive it").isEmpty();
        m.happens(new Event.OptOut()).happens(new Event.OptIn(new Settings("jobs", Duration.ofSeconds(10), false)));
        assertThat(m.asked()).containsExactly(HIGH);
    }

    @Test
    @DisplayName("that dies while it is being stopped counts as stopped")
    void diesWhileStopping() {
        Stage m = Stage.hosting(peer(LOW));
        m.asks(LOW, 7).happens(new Event.InstanceDied(StopReason.FAILURE));
        assertThat(m.confirmed()).containsExactly(LOW);
    }

    @Test
    @DisplayName("is restarted where it is, without a hand-over")
    void restart() {
        Stage m = Stage.hosting(peer(HIGH));
        m.happens(new Event.RestartAsked());
        assertThat(m.effects).contains(m.stop(StopReason.RESTART));
        m.asks(HIGH, 7);
        assertThat(m.declined()).containsExactly(HIGH);
        m.stopped("three");
        assertThat(m.effects).contains(m.startWith("three"));
    }

    @Test
    @DisplayName("that waits for the next attempt is made at once when somebody wishes a restart")
    void restartInPause() {
        Stage m = Stage.hosting();
        m.happens(new Event.InstanceDied(StopReason.FAILURE)).happens(new Event.RestartAsked());
        assertThat(m.effects).contains(m.start());
    }

    @Test
    @DisplayName("is stopped when the application takes the node out, and the node stays out")
    void optOut() {
        Stage m = Stage.hosting(peer(HIGH));
        m.happens(new Event.OptOut());
        assertThat(m.effects).contains(m.stop(StopReason.STOPPED));
        assertThat(m.state.inRotation()).isFalse();
        m.stopped("");
        assertThat(m.state.phase()).isEqualTo(State.OUT);
    }

    @Test
    @DisplayName("is started again when the application starts it while it is still stopping")
    void startAfterStop() {
        Stage m = Stage.hosting();
        m.happens(new Event.OptOut()).happens(new Event.OptIn(new Settings("jobs", Duration.ofSeconds(10), true)));
        m.stopped("three");
        assertThat(m.effects).contains(m.startWith("three"));
    }

    @Test
    @DisplayName("is stopped, and not drained, when the quorum is lost, and comes back by a full round")
    void quorum() {
        Stage m = Stage.hosting(peer(HIGH));
        m.stands(Standing.NO_QUORUM);
        assertThat(m.effects).contains(m.stop(StopReason.QUORUM_LOST));
        m.stopped("").stands(Standing.ELIGIBLE).elects(M);
        assertThat(m.asked()).containsExactly(HIGH);
    }

    @Test
    @DisplayName("is stopped when the node merges into the other half of a split cluster")
    void merge() {
        Stage m = Stage.hosting();
        m.stands(Standing.MERGING);
        assertThat(m.effects).contains(m.stop(StopReason.MERGE));
    }

    @Test
    @DisplayName("in the pause after a death gives way to an elected one that hosts")
    void pauseGivesWay() {
        Stage m = Stage.hosting(peer(LOW));
        m.happens(new Event.InstanceDied(StopReason.FAILURE)).sees(Optional.of(LOW), hostingPeer(LOW));
        assertThat(m.state).isInstanceOf(Standby.class);
    }

    @Test
    @DisplayName("is never begun by a timer that was cancelled and fires all the same")
    void lateTimer() {
        Stage m = Stage.hosting(peer(LOW));
        m.happens(new Event.InstanceDied(StopReason.FAILURE));
        long old = m.ticket();
        m.fires(Timer.RETRY).happens(new Event.InstanceStarted());
        m.happens(new Event.TimerFired(Timer.RETRY, old));
        assertThat(m.ignored()).isTrue();
    }
}
