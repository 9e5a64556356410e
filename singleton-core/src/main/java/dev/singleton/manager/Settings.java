package dev.singleton.manager;

import java.time.Duration;
import java.util.Optional;

/**
 * What a manager needs of the options.
 *
 * @param handOverTimeout how long silent members are waited for
 * @param restartOnTermination false: the death of an instance takes this node out of rotation
 * @param leaseRetry the pause before a lease is asked for again; empty: no lease is needed
 */
public record Settings(
        String typeName, Duration handOverTimeout, boolean restartOnTermination, Optional<Duration> leaseRetry) {

    private static final Duration LONGEST_REASK = Duration.ofMillis(500);

    /** Without a lease. */
    public Settings(String typeName, Duration handOverTimeout, boolean restartOnTermination) {
        this(typeName, handOverTimeout, restartOnTermination, Optional.empty());
    }

    boolean leased() {
        return leaseRetry.isPresent();
    }

    /** The pause between two askings of a member that has not confirmed. */
    Duration reaskInterval() {
        return handOverTimeout.compareTo(LONGEST_REASK) < 0 ? handOverTimeout : LONGEST_REASK;
    }
}
