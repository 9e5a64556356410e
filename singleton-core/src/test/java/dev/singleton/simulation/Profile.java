package dev.singleton.simulation;

/** Which kind of trouble a seed's cluster is in. */
enum Profile {
    /** Joins, graceful leaves, stop and start, restarts, redeployments; a network that loses nothing. */
    PLANNED_MOVES,
    /** The same, and nodes that die. */
    CRASHES,
    /** The cluster is cut in two and heals. */
    PARTITIONS,
    /** The same, with a quorum. */
    QUORUM,
    /** Actors that throw, die, stop themselves, or cannot be made. */
    THROWING_ACTORS,
    /** Instances that take longer than the hand-over time-out to stop. */
    SLOW_STOPS,
    /** Nodes that do nothing for longer than the hand-over time-out. */
    HUNG_NODES,
    /** Links that are dead in one direction. */
    DEAD_LINKS,
    /** Small mailboxes and many messages. */
    LOAD,
    /** All of it. */
    CHURN;

    boolean crashes() {
        return this != PLANNED_MOVES && this != SLOW_STOPS;
    }

    boolean partitions() {
        return this == PARTITIONS || this == QUORUM || this == CHURN;
    }

    boolean throwing() {
        return this == THROWING_ACTORS || this == CHURN;
    }

    boolean slowStops() {
        return this == SLOW_STOPS || this == CHURN;
    }

    boolean hangs() {
        return this == HUNG_NODES || this == CHURN;
    }

    boolean deadLinks() {
        return this == DEAD_LINKS || this == CHURN;
    }

    /** Whether nothing is done to the cluster that could lose a message. */
    boolean lossless() {
        return this == PLANNED_MOVES;
    }
}
