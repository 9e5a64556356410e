package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("When faults come at random while all nodes tell messages")
@Timeout(900)
class NemesisIT {

    @Test
    @DisplayName("a minute under a lease breaks no promise")
    void leased() throws IOException {
        assertThat(Nemesis.run(1, Duration.ofMinutes(1), Mode.CP, 5, CutNetwork.orLoopback()))
                .isEmpty();
    }

    @Test
    @DisplayName("half a minute without a lease breaks no promise")
    void unleased() throws IOException {
        assertThat(Nemesis.run(2, Duration.ofSeconds(30), Mode.NONE, 3, CutNetwork.orLoopback()))
                .isEmpty();
    }
}
