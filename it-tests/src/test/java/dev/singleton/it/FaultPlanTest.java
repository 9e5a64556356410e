package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A plan of random faults")
class FaultPlanTest {

    private static final List<String> FIVE = List.of("n1", "n2", "n3", "n4", "n5");

    private static FaultPlan plan(long seed, Duration duration) {
        return FaultPlan.of(seed, duration, FIVE, List.of(FaultKind.values()));
    }

    @Test
    @DisplayName("is the same for the same seed, and another one for another")
    void replays() {
        assertThat(plan(7, Duration.ofMinutes(10))).isEqualTo(plan(7, Duration.ofMinutes(10)));
        assertThat(plan(7, Duration.ofMinutes(10)).episodes())
                .isNotEqualTo(plan(8, Duration.ofMinutes(10)).episodes());
    }

    @Test
    @DisplayName("has faults of all kinds in an hour, and no fault of the network where there is none to cut")
    void kinds() {
        assertThat(plan(1, Duration.ofHours(1)).episodes())
                .flatExtracting(Episode::faults)
                .extracting(Fault::kind)
                .contains(FaultKind.values());
        assertThat(FaultPlan.of(1, Duration.ofHours(1), FIVE, FaultPlan.kinds(new Loopback()))
                        .episodes())
                .flatExtracting(Episode::faults)
                .extracting(Fault::kind)
                .doesNotContain(FaultKind.PARTITION, FaultKind.ONE_WAY, FaultKind.FLAP, FaultKind.SLOW, FaultKind.DROP);
    }

    @Test
    @DisplayName("hits nodes that there are, never one on both sides, and ends each fault")
    void sound() {
        IntStream.range(0, 200)
                .mapToObj(seed -> plan(seed, Duration.ofMinutes(2)))
                .flatMap(plan -> plan.episodes().stream())
                .flatMap(episode -> episode.faults().stream())
                .forEach(fault -> {
                    assertThat(FIVE).containsAll(fault.who()).containsAll(fault.others());
                    if (fault.kind() != FaultKind.CRASH_IN_HAND_OVER) {
                        assertThat(fault.who()).noneMatch(fault.others()::contains);
                    }
                    assertThat(fault.who()).isNotEmpty().doesNotHaveDuplicates();
                    assertThat(fault.lasts()).isLessThanOrEqualTo(Duration.ofSeconds(30));
                });
    }

    @Test
    @DisplayName("leaves a majority of five when it kills and parts at one time, once the parts are joined")
    void majority() {
        IntStream.range(0, 200)
                .mapToObj(seed -> plan(seed, Duration.ofMinutes(2)))
                .flatMap(plan -> plan.episodes().stream())
                .forEach(episode -> assertThat(episode.faults().stream()
                                .filter(fault -> fault.kind().kills() || fault.kind() == FaultKind.LEAVE)
                                .mapToInt(fault -> fault.kind() == FaultKind.TWO_KILLS ? 2 : 1)
                                .sum())
                        .as("nodes that are away in %s", episode)
                        .isLessThanOrEqualTo(2));
    }
}
