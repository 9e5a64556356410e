package dev.singleton.lease.cp;

import java.time.Duration;

/**
 * What leases of one member count with: the settings, with what its Hazelcast configuration really says in their place.
 *
 * @param ttl how long the arbiter keeps a session without a sign of life
 * @param renewEvery the pause between two signs of life of the node
 * @param margin how much earlier than the arbiter the holder counts its lease as lost
 * @param unsafe the member has no CP Subsystem, and its locks only look like leases
 */
record InForce(
        Duration ttl,
        Duration renewEvery,
        Duration margin,
        Duration operationTimeout,
        String group,
        int memberCount,
        boolean autoPromote,
        boolean unsafe) {

    private static final Duration THE_WATCH_MAY_BE_LATE = Duration.ofSeconds(2);
    private static final Duration BEYOND_A_DEAD_HOLDER = Duration.ofSeconds(2);

    /** How long a lease surely lasts, counted from the moment at which a confirmed sign of life was sent. */
    Duration lasting() {
        return ttl.minus(margin);
    }

    /** How long an attempt waits for a holder: a dead one has lost its lease by then. */
    Duration patience() {
        return ttl.plus(renewEvery).plus(BEYOND_A_DEAD_HOLDER);
    }

    /** After how long an attempt fails, whatever the owner thread does. */
    Duration giveUp() {
        return patience().plus(operationTimeout);
    }

    /** Within which time everything is answered. */
    Duration longestAnswer() {
        return giveUp().plus(THE_WATCH_MAY_BE_LATE);
    }

    String guarantee() {
        return unsafe
                ? "cp: UNSAFE, this member has no CP Subsystem: when members leave or the network splits, two can hold one"
                        + " lease (singleton.lease.cp.allow-unsafe)"
                : "cp: at most one holder, by a majority of " + memberCount + " CP members; session-ttl " + ttl
                        + ", margin " + margin + ": a holder stops " + lasting()
                        + " after its last confirmed sign of life";
    }
}
