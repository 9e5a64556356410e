package dev.singleton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.simulation.Simulation.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The simulation finds")
class TheSimulationBitesTest {

    private static final long MOST_SEEDS = 2_000;

    @ParameterizedTest(name = "{0}")
    @EnumSource(value = Mutation.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void theFault(Mutation mutation) {
        Optional<Outcome> found = Optional.empty();
        for (long seed = 0; seed < MOST_SEEDS && found.isEmpty(); seed++) {
            found = Optional.of(Simulation.run(seed, mutation, new Coverage()))
                    .filter(outcome -> outcome.broken().isPresent());
        }
        assertThat(found).as("a seed that finds %s", mutation).isPresent();
        Outcome outcome = found.get();
        System.out.println(mutation + ": found by seed " + outcome.scenario().seed() + " ("
                + outcome.scenario().profile() + "): " + outcome.broken().orElse(""));
    }
}
