package dev.singleton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.simulation.Simulation.Outcome;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
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
}
