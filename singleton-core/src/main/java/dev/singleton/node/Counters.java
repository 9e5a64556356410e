package dev.singleton.node;

import dev.singleton.SingletonStats;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one singleton on this node. */
final class Counters {

    final LongAdder activationAttempts = new LongAdder();
    final LongAdder activations = new LongAdder();
    final LongAdder activationFailures = new LongAdder();
    final LongAdder tells = new LongAdder();
    final LongAdder asks = new LongAdder();
    final LongAdder rejections = new LongAdder();
    final LongAdder ownerChanges = new LongAdder();
    final LongAdder handOvers = new LongAdder();
    final LongAdder deadLetters = new LongAdder();
    final LongAdder leaseAcquisitions = new LongAdder();
    final LongAdder leaseLosses = new LongAdder();

    /** @param foreign what was refused here and belongs to no singleton: it counts for each */
    SingletonStats read(long foreign) {
        long started = activations.sum();
        return new SingletonStats(
                activationAttempts.sum(),
                started,
                Math.max(0, started - 1),
                activationFailures.sum(),
                tells.sum(),
                asks.sum(),
                rejections.sum() + foreign,
                ownerChanges.sum(),
                handOvers.sum(),
                deadLetters.sum(),
                leaseAcquisitions.sum(),
                leaseLosses.sum());
    }
}
