package dev.singleton.node;

import java.time.Duration;

/** Durations for executors and clocks. */
final class Nanos {

    /** About 146 years: what a scheduled executor can count. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE >> 1);

    private Nanos() {}

    /** The nanoseconds of the duration; one that is longer than a clock can count is as good as for ever. */
    static long of(Duration duration) {
        return duration.compareTo(LONGEST) < 0 ? duration.toNanos() : LONGEST.toNanos();
    }
}
