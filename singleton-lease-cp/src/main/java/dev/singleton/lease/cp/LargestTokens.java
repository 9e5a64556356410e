package dev.singleton.lease.cp;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The largest epoch that was seen and the largest token that was given here, for each arbiter: the memory that a reset of the CP Subsystem, and a clock that was
 * set back, do not touch. It outlives nodes and providers, and ends with the class loader. The arbiters that were not used
 * for longest are forgotten when there are more than 100. Any thread.
 */
final class LargestTokens {

    /** Of this class loader. */
    static final LargestTokens HERE = new LargestTokens(100);

    private final Map<String, Largest> largest;

    /** Both are 0 when none is known. */
    record Largest(long epoch, long token) {

        private static final Largest NONE = new Largest(0, 0);

        private Largest or(Largest other) {
            return new Largest(Math.max(epoch, other.epoch), Math.max(token, other.token));
        }
    }

    LargestTokens(int arbiters) {
        this.largest = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Largest> eldest) {
                return size() > arbiters;
            }
        };
    }

    synchronized Largest of(String arbiter) {
        return largest.getOrDefault(arbiter, Largest.NONE);
    }

    synchronized void given(String arbiter, long epoch, long token) {
        largest.merge(arbiter, new Largest(epoch, token), Largest::or);
    }
}
