package dev.singleton.manager;

import static dev.singleton.manager.Stage.HIGH;
import static dev.singleton.manager.Stage.LOW;
import static dev.singleton.manager.Stage.peer;
import static dev.singleton.manager.Stage.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The state of an instance")
class WarmStateTest {

    @Test
    @DisplayName("goes to the successor with the confirmation")
    void handedOver() {
        Stage m = Stage.hosting(peer(LOW));
        m.asks(LOW, 7).stopped("three");
        assertThat(m.given()).contains(state("three"));
    }

    @Test
    @DisplayName("is what the successor starts from")
    void restored() {
        Stage m = Stage.takingOver(peer(HIGH));
        m.answersStopping(HIGH).confirms(HIGH, 1, state("three"));
        assertThat(m.effects).contains(new Effect.HandedOver(), m.startWith("three"));
    }

    @Test
    @DisplayName("is taken over as ever after a member has claimed to know of the highest generation there is")
    void claimed() {
        Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
        m.confirms(HIGH, Long.MAX_VALUE, null).confirms(LOW);
        assertThat(m.state.ground().nextGeneration().generation()).isEqualTo(Long.MAX_VALUE);
        Stage next = Stage.takingOver(peer(LOW), peer(HIGH));
        next.confirms(HIGH, Long.MAX_VALUE, null).confirms(LOW, Long.MAX_VALUE, state("three"));
        assertThat(next.effects).contains(next.startWith("three"));
    }

    @Test
    @DisplayName("is kept for two seconds for a successor that has not asked yet")
    void kept() {
        Stage m = Stage.hosting(peer(HIGH));
        m.stands(Standing.LEAVING).stopped("three");
        assertThat(m.state.settled())
                .as("a node that leaves waits for the question")
                .isFalse();
        m.asks(HIGH, 7);
        assertThat(m.given()).contains(state("three"));
        assertThat(m.state.settled()).isTrue();
    }

    @Test
    @DisplayName("also goes to the next that asks, for each may become the host")
    void everyAsker() {
        Stage m = Stage.hosting(peer(LOW), peer(HIGH));
        m.stands(Standing.LEAVING).stopped("three").asks(HIGH, 7).asks(LOW, 8);
        assertThat(m.given()).contains(state("three"));
    }

    @Test
    @DisplayName("is gone after two seconds")
    void forgotten() {
        Stage m = Stage.hosting(peer(HIGH));
        m.stands(Standing.LEAVING).stopped("three").fires(Timer.PARTING).asks(HIGH, 7);
        assertThat(m.given()).isEmpty();
    }

    @Test
    @DisplayName("is gone when one that got it is gone: that one may have run an instance with it")
    void receiverGone() {
        Stage m = Stage.hosting(peer(LOW), peer(HIGH));
        m.asks(LOW, 7).elects(LOW).stopped("three");
        m.sees(Optional.of(HIGH), peer(HIGH)).asks(HIGH, 8);
        assertThat(m.given()).isEmpty();
    }

    @Test
    @DisplayName("stays with a node that is elected again while it stops")
    void electedAgain() {
        Stage m = Stage.hosting(peer(LOW));
        m.asks(LOW, 7).stopped("three");
        assertThat(m.asked()).as("a round of its own").containsExactly(LOW);
        m.confirms(LOW);
        assertThat(m.effects).contains(m.startWith("three"));
    }

    @Test
    @DisplayName("goes on to another when the wait is over before the new instance was started")
    void goesOn() {
        Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
        m.confirms(HIGH, 1, state("three")).asks(LOW, 7);
        assertThat(m.given()).contains(state("three"));
    }

    @Test
    @DisplayName("counts although it comes with a confirmation of a round that is over, which itself does not")
    void late() {
        Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
        long over = m.state.ground().round();
        m.elects(LOW).elects(Stage.M);
        m.happens(new Event.Confirmed(HIGH, over, 1, Optional.of(state("three"))));
        m.confirms(LOW);
        assertThat(m.state.phase()).isEqualTo(State.TAKING_OVER);
        m.confirms(HIGH, 1, null);
        assertThat(m.effects).contains(m.startWith("three"));
    }

    @Test
    @DisplayName(
            "that comes so late does not count when a later instance is known, or another that may have been later")
    void lateAndOvertaken() {
        late(2);
        late(1);
    }

    private static void late(long known) {
        Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
        long over = m.state.ground().round();
        m.elects(LOW).elects(Stage.M).confirms(LOW, known, null);
        m.happens(new Event.Confirmed(HIGH, over, 1, Optional.of(state("old"))));
        m.confirms(HIGH, 1, null);
        assertThat(m.effects).contains(m.start());
    }

    @Test
    @DisplayName("of two offers, the first one counts")
    void firstOffer() {
        Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
        m.confirms(LOW, 1, state("first")).confirms(HIGH, 1, state("second"));
        assertThat(m.effects).contains(m.startWith("first"));
    }

    @Test
    @DisplayName("that an instance of a later generation has overtaken does not count, whichever comes first")
    void overtaken() {
        Stage later = Stage.takingOver(peer(LOW), peer(HIGH));
        later.confirms(LOW, 1, state("old")).confirms(HIGH, 2, state("new"));
        assertThat(later.effects).contains(later.startWith("new"));

        Stage earlier = Stage.takingOver(peer(LOW), peer(HIGH));
        earlier.confirms(LOW, 2, state("new")).confirms(HIGH, 1, state("old"));
        assertThat(earlier.effects).contains(earlier.startWith("new"));
    }

    @Test
    @DisplayName("does not count either when the later instance left none")
    void overtakenByNone() {
        Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
        m.confirms(LOW, 1, state("old")).confirms(HIGH, 2, null);
        assertThat(m.effects).contains(m.start());
    }

    @Test
    @DisplayName("that was kept counts less than that of an instance which had to be stopped first")
    void ranLonger() {
        Stage m = Stage.takingOver(peer(LOW), peer(HIGH));
        m.answersStopping(HIGH).confirms(LOW, 1, state("kept")).confirms(HIGH, 1, state("ran"));
        assertThat(m.effects).contains(m.startWith("ran"));
    }

    @Test
    @DisplayName("is not given by an instance that died")
    void died() {
        Stage m = Stage.hosting(peer(LOW));
        m.asks(LOW, 7).happens(new Event.InstanceDied(StopReason.FAILURE));
        assertThat(m.confirmed()).containsExactly(LOW);
        assertThat(m.given()).isEmpty();
    }

    @Test
    @DisplayName("waits for the next attempt when the activation fails")
    void nextAttempt() {
        Stage m = Stage.takingOver(peer(HIGH)).confirms(HIGH, 1, state("three"));
        m.happens(new Event.ActivationFailed()).fires(Timer.RETRY);
        assertThat(m.effects).contains(m.startWith("three"));
    }
}
