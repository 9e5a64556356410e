package dev.singleton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.simulation.Simulation.Outcome;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The simulation finds")
class TheSimulationBitesTest {

    private static final long MOST_SEEDS = 2_000;

    static Stream<Arguments> faults() {
        return Stream.of(Mutation.values())
                .filter(mutation -> mutation != Mutation.NONE)
                .flatMap(mutation -> mutation.layers().map(layer -> Arguments.of(mutation, layer)));
    }

    @ParameterizedTest(name = "{0} ({1})")
    @MethodSource("faults")
    void theFault(Mutation mutation, Layer layer) {
        Optional<Outcome> found = Optional.empty();
        for (long seed = 0; seed < MOST_SEEDS && found.isEmpty(); seed++) {
            found = Optional.of(Simulation.run(seed, layer, mutation, new Coverage()))
                    .filter(outcome -> outcome.broken().isPresent());
        }
        assertThat(found).as("a seed that finds %s", mutation).isPresent();
        Outcome outcome = found.get();
        System.out.println(mutation + ": found by seed " + outcome.scenario().seed() + " (" + layer + " "
                + outcome.scenario().profile() + "): " + outcome.broken().orElse(""));
    }

    @Test
    @DisplayName("that a node says when its lease is free only makes moves quicker: without it they are as right")
    void whatIsOnlySlower() {
        LeaseJudge.Count told = plannedMoves(Mutation.NONE);
        LeaseJudge.Count untold = plannedMoves(Mutation.RELEASE_NOT_TOLD);
        System.out.println("RELEASE_NOT_TOLD: breaks nothing; leases that were given back waited " + untold.unused()
                + " ms for the next one instead of " + told.unused());
        assertThat(untold.unused()).isGreaterThan(told.unused());
    }

    private static LeaseJudge.Count plannedMoves(Mutation mutation) {
        LeaseJudge.Count count = LeaseJudge.Count.NONE;
        for (long seed = 0; seed < 1_000; seed += Profile.values().length) {
            Outcome outcome = Simulation.run(seed, Layer.BOTH, mutation, new Coverage());
            assertThat(outcome.scenario().profile()).isEqualTo(Profile.PLANNED_MOVES);
            assertThat(outcome.broken()).as("seed %d", seed).isEmpty();
            count = count.plus(outcome.leases());
        }
        return count;
    }
}
