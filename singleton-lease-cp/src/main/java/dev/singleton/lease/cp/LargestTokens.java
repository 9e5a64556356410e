package dev.singleton.lease.cp;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The largest token that was given here, for each arbiter: the memory that a reset of the CP Subsystem, and a clock that was
 * set back, do not touch. It outlives nodes and providers, and ends with the class loader. The arbiters that were not used
 * for longest are forgotten when there are more than 100. Any thread.
 */
final class LargestTokens {

    /** Of this class loader. */
    static final LargestTokens HERE = new LargestTokens(100);

    private final Map<String, Long> largest;

    LargestTokens(int arbiters) {
        this.largest = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
                return size() > arbiters;
            }
        };
    }

    /** 0 when none is known. */
    synchronized long of(String arbiter) {
        return largest.getOrDefault(arbiter, 0L);
    }

    synchronized void given(String arbiter, long token) {
        largest.merge(arbiter, token, Math::max);
    }
}
