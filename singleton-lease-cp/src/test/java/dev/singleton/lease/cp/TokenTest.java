package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tokens are ordered as the unproven were. */
class TokenTest {

    private static final long NOW = Instant.parse("2026-11-30T12:00:00Z").toEpochMilli();

    @Test
    void withinOneIncarnationTheyGrowWithTheFenceAlsoBeyondTheBitsOfTheFence() {
        assertThat(Token.of(NOW, 3)).isLessThan(Token.of(NOW, 4));
        assertThat(Token.of(NOW, (1L << 20) - 1)).isLessThan(Token.of(NOW, 1L << 20));
        assertThat(Token.of(NOW, 1L << 40)).isLessThan(Token.of(NOW, (1L << 40) + 1));
    }

    @Test
    void aLaterIncarnationIsAboveAllThatTheEarlierOneCommitted() {
        // A billion commits fit into a second; a CP Subsystem needs longer than that to form.
        assertThat(Token.of(NOW, 1_000_000_000)).isLessThan(Token.of(NOW + 1000, 3));
    }

    @Test
    void theEpochAfterATokenIsAboveIt() {
        long token = Token.of(NOW, 5_000_000);

        assertThat(Token.of(Token.epochAfter(token), 1)).isGreaterThan(token);
    }

    @Test
    void theyArePositiveUntilTheYear2248() {
        assertThat(Token.of(Instant.parse("2248-01-01T00:00:00Z").toEpochMilli(), 3))
                .isPositive();
        assertThatThrownBy(() -> Token.of(1L << 43, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Token.of(0, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Token.of(NOW, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
