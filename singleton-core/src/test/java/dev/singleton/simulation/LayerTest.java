package dev.singleton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.simulation.Simulation.Outcome;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Thousands of clusters of one layer. {@code -Dsimulation.seeds=n} runs more of them, {@code -Dsimulation.first=n} others;
 * {@code -Dsimulation.seed=n} replays one and prints what happened.
 */
abstract class LayerTest {

    private static final int SEEDS = 5_000;

    /** What a shell never tells: the end of something that was not begun. */
    private static final Set<String> OUTCOMES = Set.of(
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
            "HOSTING InstanceStarted",
            "HOSTING ActivationFailed",
            "HOSTING InstanceStopped",
            "PAUSING InstanceStarted",
            "PAUSING ActivationFailed",
            "PAUSING InstanceDied",
            "PAUSING InstanceStopped",
            "STOPPING InstanceStarted",
            "STOPPING ActivationFailed");

    /** What a manager is never told of a lease that it has not asked for, or has in use. */
    static final Set<String> ANSWERS = Set.of(
            "REF LeaseGranted",
            "REF LeaseRefused",
            "REF LeaseReleased",
            "REF LeaseLost",
            "STARTING LeaseGranted",
            "STARTING LeaseRefused",
            "STARTING LeaseReleased",
            "HOSTING LeaseGranted",
            "HOSTING LeaseRefused",
            "HOSTING LeaseReleased",
            "STOPPING LeaseGranted",
            "STOPPING LeaseRefused",
            "STOPPING LeaseReleased",
            "PAUSING LeaseGranted",
            "PAUSING LeaseRefused");

    /** What may happen and is so rare that no seed has to meet it. */
    private static final Set<String> RARE = Set.of(
            "REF TimerFired",
            "REF RestartAsked",
            "REF Waits",
            "REF Confirmed",
            "OUT Waits",
            "OUT RestartAsked",
            "STANDBY RestartAsked",
            "TAKING_OVER RestartAsked",
            "PAUSING RestartAsked",
            "PAUSING OptIn",
            "PAUSING Waits",
            "STARTING OptIn",
            "STARTING RestartAsked",
            // Crossed by a stop or by a leave on the way.
            "OUT LeaseGranted",
            "OUT LeaseLost",
            "STANDBY LeaseGranted",
            "STANDBY LeaseLost",
            "PAUSING LeaseLost");

    private final Layer layer;
    private final Set<String> impossible;

    /**
     * @param impossible pairs of state and event that must not happen in this layer, beside those of the shell
     */
    LayerTest(Layer layer, Set<String> impossible) {
        this.layer = layer;
        this.impossible = Stream.concat(OUTCOMES.stream(), impossible.stream()).collect(Collectors.toUnmodifiableSet());
    }

    @Test
    @DisplayName("the rules hold, and left alone it settles; and every state met every event")
    void theRulesHold() {
        Long one = Long.getLong(Simulation.SEED);
        if (one != null) {
            replay(one);
            return;
        }
        long many = Long.getLong("simulation.seeds", SEEDS);
        Seeds seeds = Seeds.run(layer, Long.getLong("simulation.first", 0), many);
        System.out.println(layer + ": " + seeds);
        assertThat(seeds.handled).as("messages that went through").isGreaterThan(25 * many);
        assertThat(seeds.coverage.pairs()).doesNotContainAnyElementsOf(impossible);
        if (many >= SEEDS) {
            Set<String> known = new HashSet<>(impossible);
            known.addAll(RARE);
            assertThat(seeds.coverage.missing(layer.leased(), known))
                    .as("pairs of state and event that no seed met: a green simulation proves nothing of them")
                    .isEmpty();
            assertThat(seeds.leases.refused())
                    .as("stale writes that the store has refused: without them nothing shows that it has to")
                    .isGreaterThanOrEqualTo(layer.leased() ? 100 : 0);
        }
    }

    @Test
    @DisplayName("the same seed gives the same run")
    void oneSeedOneRun() {
        for (long seed = 0; seed < 50; seed++) {
            Outcome once = Simulation.run(seed, layer, new Coverage());
            Outcome again = Simulation.run(seed, layer, new Coverage());
            assertThat(again.events()).isEqualTo(once.events());
            assertThat(again.trace().digest())
                    .as("what happened with seed %d", seed)
                    .isEqualTo(once.trace().digest());
        }
    }

    private void replay(long seed) {
        Outcome outcome = Simulation.run(seed, layer, new Coverage());
        System.out.println(outcome.report());
        assertThat(outcome.broken()).isEmpty();
    }
}
