package dev.singleton.hazelcast;

import dev.singleton.SingletonConfigurationException;
import java.time.Duration;

/**
 * How long a Hazelcast thread waits for the node.
 *
 * @param leave for a graceful leave, inside Hazelcast's shutdown
 * @param merge for the instances to stop, before this half of a split cluster joins the other
 */
record Bounds(Duration leave, Duration merge) {

    static final Bounds DEFAULT = new Bounds(Duration.ofSeconds(20), Duration.ofSeconds(20));

    Bounds {
        check("leave", leave);
        check("merge", merge);
    }

    private static void check(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new SingletonConfigurationException(
                    "The " + name + " bound is " + value + ": it must be longer than zero, such as PT20S");
        }
    }
}
