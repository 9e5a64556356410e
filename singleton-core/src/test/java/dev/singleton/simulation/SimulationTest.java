package dev.singleton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.simulation.Simulation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Thousands of clusters. {@code -Dsimulation.seeds=n} runs more of them, {@code -Dsimulation.first=n} others, {@code
 * -Dsimulation.seed=n} replays one and prints what happened.
 */
class SimulationTest {

    private static final int SEEDS = 5_000;

    @Test
    @DisplayName("whatever happens to a cluster, the rules hold, and left alone it settles")
    void theRulesHold() {
        Long one = Long.getLong(Simulation.SEED);
        if (one != null) {
            Outcome outcome = Simulation.run(one, new Coverage());
            System.out.println(outcome.report());
            assertThat(outcome.broken()).isEmpty();
            return;
        }
        long first = Long.getLong("simulation.first", 0);
        long seeds = Long.getLong("simulation.seeds", SEEDS);
        Coverage coverage = new Coverage();
        List<Outcome> failures = new ArrayList<>();
        long events = 0;
        long messages = 0;
        long handled = 0;
        long dead = 0;
        long slowest = 0;
        long began = System.nanoTime();
        for (long seed = first; seed < first + seeds; seed++) {
            Outcome outcome = Simulation.run(seed, coverage);
            events += outcome.events();
            messages += outcome.messages();
            handled += outcome.handled();
            dead += outcome.dead();
            slowest = Math.max(slowest, outcome.settledAfter());
            if (outcome.broken().isPresent()) {
                failures.add(outcome);
                if (failures.size() >= Integer.getInteger("simulation.failures", 1)) {
                    break;
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d seeds in %d ms: %d events, %d messages, %d handled, %d dead letters, slowest to settle %d ms%n",
                seeds,
                (System.nanoTime() - began) / 1_000_000,
                events,
                messages,
                handled,
                dead,
                slowest);
        if (!failures.isEmpty()) {
            failures.stream()
                    .skip(1)
                    .forEach(failure ->
                            System.out.println("also seed " + failure.scenario().seed() + ": "
                                    + failure.scenario().profile() + ": "
                                    + failure.broken().orElse("")));
            throw new AssertionError(failures.get(0).report());
        }
        coverage.pairs().forEach((pair, times) -> System.out.println(pair + " " + times));
    }
}
