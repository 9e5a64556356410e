package dev.singleton.simulation;

/** What is done to a cluster, and how often beside the others. */
enum Action {
    JOIN(3),
    LEAVE(2),
    STOP(2),
    RESTART(2),
    REDEPLOY(1),
    CRASH(4),
    PARTITION(4),
    HANG(5),
    DEAD_LINK(5),
    /** The arbiter cannot be reached, or does not reach anybody. */
    NO_ARBITER(5);

    final int weight;

    Action(int weight) {
        this.weight = weight;
    }

    boolean belongsTo(Scenario scenario) {
        Profile profile = scenario.profile();
        return switch (this) {
            case JOIN, LEAVE, STOP, RESTART -> true;
            // A frame that comes seconds late meets the next life of the node, which cannot know what the first one
            // took.
            case REDEPLOY -> !scenario.wild();
            case CRASH -> profile.crashes();
            case PARTITION -> profile.partitions();
            case HANG -> profile.hangs() || (scenario.layer().leased() && !scenario.lossless());
            case DEAD_LINK -> profile.deadLinks();
            case NO_ARBITER -> scenario.layer().leased() && !scenario.lossless();
        };
    }
}
