package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Time has passed as soon as one of two clocks says so. */
class MomentTest {

    private static final Duration TEN = Duration.ofSeconds(10);
    private static final Moment SENT = new Moment(5_000_000_000L, 1_000_000L);

    private static Moment later(long monotonicMillis, long wallMillis) {
        return new Moment(SENT.nanos() + monotonicMillis * 1_000_000, SENT.millis() + wallMillis);
    }

    @Test
    void bothClocksAgree() {
        assertThat(SENT.nanosLeft(TEN, later(4_000, 4_000))).isEqualTo(6_000_000_000L);
    }

    @Test
    void aSuspendedMachineIsFoundOutByTheWallClock() {
        assertThat(SENT.nanosLeft(TEN, later(10, 60_000))).isNegative();
    }

    @Test
    void aClockThatWasSetBackProlongsNothing() {
        assertThat(SENT.nanosLeft(TEN, later(11_000, -3_600_000))).isNegative();
    }

    @Test
    void whatCountsIsNoLaterThanTheLastProgress() {
        Moment counted = SENT.notAfter(SENT.nanos() - 2_000_000_000L);

        assertThat(counted).isEqualTo(new Moment(3_000_000_000L, 998_000L));
        assertThat(SENT.notAfter(SENT.nanos() + 1)).isEqualTo(SENT);
    }
}
