package dev.singleton.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who is slowed, and who is not; time is an argument. */
class ThrottleTest {

    private final Throttle throttle = new Throttle(1_000);
    private long now = TimeUnit.HOURS.toNanos(1);

    private void after(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** For a while, the host takes so many messages each 10 ms, and so many wait. */
    private void takes(int each, int waiting, int times) {
        for (int i = 0; i < times; i++) {
            after(10);
            throttle.accepted(each, waiting, now);
        }
    }

    @Test
    void aSenderIsSlowedWhileTheOutboxIsNearlyFullAndTheHostIsQuick() {
        throttle.look(1, now);
        takes(100, 900, 100);
        assertThat(throttle.crowded()).isTrue();
        throttle.look(749, now);
        assertThat(throttle.crowded()).isFalse();
        throttle.look(750, now);
        assertThat(throttle.crowded()).isTrue();
    }

    @Test
    void aHostThatIsSlowIsNotWaitedFor() {
        throttle.look(1, now);
        takes(10, 900, 100);
        assertThat(throttle.crowded()).isFalse();
    }

    @Test
    void aHostThatHasStoppedIsNotWaitedForAnyLonger() {
        throttle.look(1, now);
        takes(100, 900, 100);
        after(1_000);
        throttle.look(900, now);
        assertThat(throttle.crowded()).isFalse();
    }

    @Test
    void aHostOfWhichNothingIsKnownYetIsTakenForQuickForAMoment() {
        throttle.look(1, now);
        throttle.look(900, now);
        assertThat(throttle.crowded()).isTrue();
        after(400);
        throttle.look(900, now);
        assertThat(throttle.crowded()).isFalse();
    }

    @Test
    void theWaitEndsAlsoWhenNoRoomCame() {
        throttle.look(900, System.nanoTime());
        throttle.pause();
        assertThat(throttle.crowded()).isTrue();
    }
}
