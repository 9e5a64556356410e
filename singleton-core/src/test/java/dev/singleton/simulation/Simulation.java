package dev.singleton.simulation;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One seed: a cluster is made, troubled and left alone, while {@link Judge}, {@link Ledger} and {@link Census} look on; in
 * the end it has settled. The same seed gives the same run, in any process.
 */
final class Simulation {

    /** The property with which {@link SimulationTest} replays one seed. */
    static final String SEED = "simulation.seed";

    /** How many lines of its trace a failing seed shows, the last ones. */
    static final String LINES = "simulation.lines";

    /**
     * How long a cluster may take to settle: a dead member is noticed (20 s), a hand-over times out (10 s), an activation
     * that failed is tried again (30 s), an instance stops (20 s) or merges (10 s), and once more.
     */
    private static final long SETTLING_TIME = 180_000;

    private static final long LOOK = 250;
    private static final long STAYS = 5_000;

    /**
     * What came of a seed.
     *
     * @param broken the promise that was broken
     * @param settledAfter how long it took from the last fault until all was well
     */
    record Outcome(
            Scenario scenario,
            Optional<String> broken,
            Trace trace,
            long events,
            long messages,
            long handled,
            long dead,
            long settledAfter,
            LeaseJudge.Count leases) {

        /** All that somebody needs who has to find out why. */
        String report() {
            List<Trace.Line> lines = trace.lines();
            int from = Math.max(0, lines.size() - Integer.getInteger(LINES, 600));
            return "Seed " + scenario.seed() + " broke a promise: " + broken.orElse("none") + "\n" + scenario
                    + "\nReplay: mvn -pl singleton-core -am test -Dtest=" + testOf(scenario.layer())
                    + " -Dsurefire.failIfNoSpecifiedTests=false -D"
                    + SEED + "=" + scenario.seed() + "\n"
                    + (from > 0 ? "... " + from + " lines before\n" : "")
                    + lines.subList(from, lines.size()).stream()
                            .map(Trace.Line::toString)
                            .collect(Collectors.joining("\n"));
        }
    }

    private static String testOf(Layer layer) {
        return switch (layer) {
            case HAND_OVER -> "SimulationTest";
            case LEASE -> "LeaseAloneSimulationTest";
            case BOTH -> "LeaseSimulationTest";
        };
    }

    private final World world;
    private long settledAfter = -1;

    private Simulation(World world) {
        this.world = world;
    }

    static Outcome run(long seed, Layer layer, Coverage coverage) {
        return run(seed, layer, Mutation.NONE, coverage);
    }

    static Outcome run(long seed, Layer layer, Mutation mutation, Coverage coverage) {
        Dice dice = new Dice(seed);
        Scenario scenario = Scenario.of(seed, layer, dice);
        return new Simulation(new World(scenario, mutation, dice.split(), coverage)).run();
    }

    private Outcome run() {
        Optional<String> broken = Optional.empty();
        try {
            new FaultPlan(world, world.dice.split()).lay();
            world.timeline.runUntil(world.scenario.quiet());
            settle();
            nothingWasLost();
        } catch (BrokenPromise promise) {
            broken = Optional.of(String.valueOf(promise.getMessage()));
        } catch (RuntimeException fault) {
            broken = Optional.of("no exception: " + fault + " at " + fault.getStackTrace()[0]);
            world.trace.add("core", "THROWS", fault);
        }
        Ledger ledger = world.ledger;
        return new Outcome(
                world.scenario,
                broken,
                world.trace,
                world.timeline.happened(),
                ledger.count(),
                ledger.handledCount(),
                ledger.deadCount(),
                settledAfter,
                world.leaseJudge.count());
    }

    private void settle() {
        Settling settling = new Settling(world);
        long since = world.now();
        long well = 0;
        while (well < STAYS) {
            world.timeline.runUntil(world.now() + LOOK);
            Optional<String> missing = settling.missing();
            well = missing.isPresent() ? 0 : well + LOOK;
            if (missing.isPresent() && world.now() - since > SETTLING_TIME) {
                world.fail("the cluster settles when it is left alone: " + missing.get());
            }
        }
        settledAfter = world.now() - since - STAYS;
    }

    private void nothingWasLost() {
        if (world.scenario.lossless()) {
            for (String key : world.scenario.keys()) {
                if (world.census.peak(key) > 1) {
                    world.fail("planned moves never have two: " + key);
                }
            }
            if (!world.ledger.allHandledOrStopped()) {
                world.fail("planned moves deliver each message exactly once");
            }
        }
    }
}
