package dev.singleton.simulation;

import java.util.List;
import java.util.Locale;

/**
 * How leases are given in one seed; in milliseconds, each of the clock of whoever counts them.
 *
 * @param margin between the end of a lease for its holder and its end at the arbiter
 * @param waits the arbiter answers only when the lease is free, or when a ttl has passed
 * @param sessions a sign of life renews all that the node has at the arbiter, also what it does not know of
 * @param slowest the longest ordinary delay of a request or an answer
 * @param answerWithin how long a provider waits for an answer
 * @param retry the setting acquire-retry-interval
 */
record LeaseRules(
        long ttl,
        long margin,
        long renewEvery,
        boolean waits,
        boolean sessions,
        long slowest,
        double loss,
        long answerWithin,
        long retry) {

    /** Clocks go by so many thousandths faster or slower than the arbiter's at most. */
    static final int CLOCKS_DIFFER = 50;

    static LeaseRules of(boolean lossless, Dice dice) {
        long ttl = dice.pick(List.of(1_000L, 5_000L, 15_000L));
        // The slowest clock makes of ttl less margin just the ttl.
        long smallest = ttl * CLOCKS_DIFFER / 1_000;
        return new LeaseRules(
                ttl,
                dice.pick(List.of(smallest, ttl / 4)),
                ttl / dice.between(4, 8),
                dice.chance(0.5),
                dice.chance(0.5),
                lossless ? dice.pick(List.of(2L, ttl / 20)) : dice.pick(List.of(5L, ttl / 20, ttl / 5, ttl / 2)),
                lossless ? 0 : dice.pick(List.of(0.0, 0.05, 0.2)),
                dice.pick(List.of(ttl / 2, ttl, 2 * ttl)),
                dice.pick(List.of(200L, 1_000L, 5_000L)));
    }

    /** How long the arbiter lets somebody wait. */
    long patience() {
        return waits ? ttl : 0;
    }

    /** Within what an attempt is answered. */
    long bound() {
        return patience() + answerWithin;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "lease of %d ms, margin %d ms, renewed every %d ms, %s%s, links <= %d ms (loss %.2f), answers within %d ms,"
                        + " retry %d ms",
                ttl,
                margin,
                renewEvery,
                waits ? "waits" : "refuses",
                sessions ? ", sessions" : "",
                slowest,
                loss,
                answerWithin,
                retry);
    }
}
