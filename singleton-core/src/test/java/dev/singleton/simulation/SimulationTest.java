package dev.singleton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.simulation.Simulation.Outcome;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Thousands of clusters. {@code -Dsimulation.seeds=n} runs more of them, {@code -Dsimulation.first=n} others; {@code
 * -Dsimulation.seed=n} replays one and prints what happened.
 */
@DisplayName("Whatever happens to a cluster")
class SimulationTest {

    private static final int SEEDS = 5_000;

    /** What a shell never tells: the end of something that was not begun. */
    private static final String[] OUTCOMES = {
        "REF InstanceStarted",
        "REF ActivationFailed",
        "REF InstanceDied",
        "REF InstanceStopped",
        "OUT InstanceStarted",
        "OUT ActivationFailed",
        "OUT InstanceDied",
        "OUT InstanceStopped",
        "STANDBY InstanceStarted",
        "STANDBY ActivationFailed",
        "STANDBY InstanceDied",
        "STANDBY InstanceStopped",
        "TAKING_OVER InstanceStarted",
        "TAKING_OVER ActivationFailed",
        "TAKING_OVER InstanceDied",
        "TAKING_OVER InstanceStopped",
        "STARTING InstanceDied",
        "STARTING InstanceStopped",
        "HOSTING InstanceStarted",
        "HOSTING ActivationFailed",
        "HOSTING InstanceStopped",
        "PAUSING InstanceStarted",
        "PAUSING ActivationFailed",
        "PAUSING InstanceDied",
        "PAUSING InstanceStopped",
        "STOPPING InstanceStarted",
        "STOPPING ActivationFailed"
    };

    /** What may happen and is so rare that no seed has to meet it. */
    private static final String[] RARE = {
        "REF TimerFired", "REF RestartAsked", "REF Waits", "REF Confirmed", "TAKING_OVER RestartAsked",
        "PAUSING RestartAsked", "PAUSING OptIn", "STARTING OptIn", "STARTING RestartAsked", "OUT Waits"
    };

    @Test
    @DisplayName("the rules hold, and left alone it settles; and every state met every event")
    void theRulesHold() {
        Long one = Long.getLong(Simulation.SEED);
        if (one != null) {
            replay(one);
            return;
        }
        long first = Long.getLong("simulation.first", 0);
        long seeds = Long.getLong("simulation.seeds", SEEDS);
        Coverage coverage = new Coverage();
        Tally tally = new Tally();
        for (long seed = first; seed < first + seeds; seed++) {
            Outcome outcome = Simulation.run(seed, coverage);
            tally.add(outcome);
            if (outcome.broken().isPresent()) {
                throw new AssertionError(outcome.report());
            }
        }
        System.out.println(tally);
        assertThat(tally.handled).as("messages that went through").isGreaterThan(50 * seeds);
        assertThat(coverage.pairs().keySet()).doesNotContain(OUTCOMES);
        if (seeds >= SEEDS) {
            assertThat(coverage.missing(false, OUTCOMES, RARE))
                    .as("pairs of state and event that no seed met: a green simulation proves nothing of them")
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("the same seed gives the same run")
    void oneSeedOneRun() {
        for (long seed = 0; seed < 50; seed++) {
            Outcome once = Simulation.run(seed, new Coverage());
            Outcome again = Simulation.run(seed, new Coverage());
            assertThat(again.events()).isEqualTo(once.events());
            assertThat(again.trace().digest())
                    .as("what happened with seed %d", seed)
                    .isEqualTo(once.trace().digest());
        }
    }

    private static void replay(long seed) {
        Outcome outcome = Simulation.run(seed, new Coverage());
        System.out.println(outcome.report());
        assertThat(outcome.broken()).isEmpty();
    }

    /** What all seeds together came to. */
    private static final class Tally {
        private final long began = System.nanoTime();
        private long seeds;
        private long events;
        private long messages;
        private long handled;
        private long dead;
        private long slowest;

        void add(Outcome outcome) {
            seeds++;
            events += outcome.events();
            messages += outcome.messages();
            handled += outcome.handled();
            dead += outcome.dead();
            slowest = Math.max(slowest, outcome.settledAfter());
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d clusters in %d ms: %d events; of %d messages %d were handled and %d became dead letters; the slowest"
                            + " cluster settled after %d virtual ms",
                    seeds,
                    (System.nanoTime() - began) / 1_000_000,
                    events,
                    messages,
                    handled,
                    dead,
                    slowest);
        }
    }
}
