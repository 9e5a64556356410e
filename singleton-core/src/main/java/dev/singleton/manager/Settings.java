package dev.singleton.manager;

import java.time.Duration;

/**
 * What a manager needs of the options.
 *
 * @param handOverTimeout how long silent members are waited for
 * @param restartOnTermination false: the death of an instance takes this node out of rotation
 */
public record Settings(String typeName, Duration handOverTimeout, boolean restartOnTermination) {

    private static final Duration LONGEST_REASK = Duration.ofMillis(500);

    /** The pause between two askings of a member that has not confirmed. */
    Duration reaskInterval() {
        return handOverTimeout.compareTo(LONGEST_REASK) < 0 ? handOverTimeout : LONGEST_REASK;
    }
}
