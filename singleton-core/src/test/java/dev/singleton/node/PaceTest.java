package dev.singleton.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.node.Pace.Word;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How often something is told of a member; time is an argument. */
class PaceTest {

    private static final NodeId FICKLE = new NodeId(new UUID(0, 1), InetSocketAddress.createUnresolved("host-1", 5701));
    private static final NodeId STEADY = new NodeId(new UUID(0, 2), InetSocketAddress.createUnresolved("host-2", 5701));

    private final Pace pace = new Pace();
    private long now = Duration.ofHours(1).toNanos();

    private void exhaust() {
        for (int i = 1; i < 20; i++) {
            assertThat(pace.of(FICKLE, now)).isEqualTo(Word.TELL);
        }
        assertThat(pace.of(FICKLE, now)).isEqualTo(Word.TELL_AS_LAST);
    }

    @Test
    void aFewTimesInARowAllIsToldAndThenNothing() {
        exhaust();
        for (int i = 0; i < 1_000; i++) {
            assertThat(pace.of(FICKLE, now)).isEqualTo(Word.BE_SILENT);
        }
        assertThat(pace.of(STEADY, now)).isEqualTo(Word.TELL);
    }

    @Test
    void laterItIsToldNowAndThen() {
        exhaust();
        int told = 0;
        for (int seconds = 0; seconds < 300; seconds++) {
            now += Duration.ofSeconds(1).toNanos();
            told += pace.of(FICKLE, now) == Word.BE_SILENT ? 0 : 1;
        }
        assertThat(told).isEqualTo(10);
    }

    @Test
    void whoWasQuietForAWhileMaySpeakAsAtFirst() {
        exhaust();
        now += Duration.ofHours(1).toNanos();
        exhaust();
    }

    @Test
    void whoIsGoneIsForgotten() {
        exhaust();
        pace.gone(FICKLE);
        exhaust();
    }
}
