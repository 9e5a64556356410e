package dev.singleton.simulation;

import dev.singleton.simulation.Simulation.Outcome;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/** Many seeds of one layer, on all processors; and what they came to together. */
final class Seeds {

    private final long began = System.nanoTime();
    final Coverage coverage = new Coverage();
    long seeds;
    long handled;
    LeaseJudge.Count leases = LeaseJudge.Count.NONE;
    private long events;
    private long messages;
    private long dead;
    private long slowest;
    /** The smallest seed that broke a promise. */
    private Optional<Outcome> broken = Optional.empty();

    private Seeds() {}

    /** @throws AssertionError with the report of the smallest seed that broke a promise */
    static Seeds run(Layer layer, long first, long seeds) {
        Seeds all = new Seeds();
        LongStream.range(first, first + seeds).parallel().forEach(seed -> {
            Coverage coverage = new Coverage();
            all.add(Simulation.run(seed, layer, coverage), coverage);
        });
        if (all.broken.isPresent()) {
            throw new AssertionError(all.broken.get().report());
        }
        return all;
    }

    private synchronized void add(Outcome outcome, Coverage met) {
        coverage.add(met);
        seeds++;
        events += outcome.events();
        messages += outcome.messages();
        handled += outcome.handled();
        dead += outcome.dead();
        leases = leases.plus(outcome.leases());
        slowest = Math.max(slowest, outcome.settledAfter());
        boolean smaller = broken.filter(
                        other -> other.scenario().seed() < outcome.scenario().seed())
                .isEmpty();
        if (outcome.broken().isPresent() && smaller) {
            broken = Optional.of(outcome);
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d clusters in %d ms: %d events; of %d messages %d were handled and %d became dead letters; the slowest"
                        + " cluster settled after %d virtual ms%s",
                seeds,
                (System.nanoTime() - began) / 1_000_000,
                events,
                messages,
                handled,
                dead,
                slowest,
                leases.equals(LeaseJudge.Count.NONE) ? "" : "; " + leases);
    }
}
