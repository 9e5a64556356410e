package dev.singleton.simulation;

import java.util.HashMap;
import java.util.Map;

/** Other numbers for the batches that arrive, so that none is known to have come before. */
final class Aliases {

    private final Map<Long, Long> sequenceOf = new HashMap<>();
    private long last;

    long of(long sequence) {
        sequenceOf.put(++last, sequence);
        return last;
    }

    long sequence(long alias) {
        return sequenceOf.getOrDefault(alias, 0L);
    }
}
