package dev.singleton.it;

import java.time.Duration;

/** The ways to guard one singleton of a cluster of three, in each of which a story is told. */
enum Mode {
    /** {@code lease=none}: available on both sides of a split. */
    NONE,
    /** {@code lease=none}, {@code quorum=2}: a side with less than two of the three does not host. */
    QUORUM,
    /** {@code lease=cp}, and a guarded store. */
    CP;

    /** Seconds of silence. */
    private static final int REMOVED_AFTER = 5;

    /** A leader of the CP group that is cut off costs the holder nothing, as 5 + 1 + 1 < 10 - 2. */
    NodeSettings settings() {
        return leased()
                ? NodeSettings.withLeases(
                        Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(2), REMOVED_AFTER)
                : NodeSettings.quick(REMOVED_AFTER);
    }

    boolean leased() {
        return this == CP;
    }

    /** A singleton that is guarded in this way. */
    Spec guard(Spec spec) {
        return switch (this) {
            case NONE -> spec;
            case QUORUM -> spec.with(options -> options.quorum(2));
            case CP -> spec.with(options -> options.lease("cp")).writingThroughThePipe();
        };
    }
}
