package dev.singleton.simulation;

/** How a node goes: it leaves the cluster, or gives up its identity to join the other half. */
final class Departure {

    /** How long the membership waits for an instance to stop before it merges all the same. */
    private static final long MERGE_PATIENCE = 10_000;

    /** How long peers are waited for that have not heard that the node leaves. */
    private static final long FAREWELL = 1_000;

    private static final long LOOK_AGAIN = 20;

    private final SimNode node;
    private final World world;
    boolean merging;

    Departure(SimNode node) {
        this.node = node;
        this.world = node.world;
    }

    /**
     * Leaves gracefully, and does the rest when nothing of it runs any more. Gives up on messages that nobody takes after
     * the time-out, and on the instance too when the process is to end.
     */
    void leave(boolean ends, Runnable rest) {
        node.leaving = true;
        world.trace.add(node.name, "leaves", "");
        node.control.leave();
        // Where nothing may be lost, the operator waits however long it takes.
        boolean patient = world.scenario.lossless();
        awaitLeft(patient ? Long.MAX_VALUE : world.now() + world.scenario.handOverTimeout(), ends, rest);
    }

    private void awaitLeft(long deadline, boolean ends, Runnable rest) {
        boolean sent = node.lanes.values().stream().allMatch(lane -> lane.outbox.size() == 0);
        boolean late = world.now() >= deadline;
        if (node.control.settled() ? sent || late : late && ends) {
            awaitHeard(world.now() + FAREWELL, rest);
        } else {
            node.later(LOOK_AGAIN, () -> awaitLeft(deadline, ends, rest));
        }
    }

    private void awaitHeard(long deadline, Runnable rest) {
        if (node.control.heard() || world.now() >= deadline) {
            node.close();
            rest.run();
        } else {
            node.later(LOOK_AGAIN, () -> awaitHeard(deadline, rest));
        }
    }

    /** Joins the other half of a split cluster. */
    void merge() {
        world.trace.add(node.name, "merges", "");
        merging = true;
        node.control.merging();
        awaitStopped(world.now() + MERGE_PATIENCE);
    }

    private void awaitStopped(long deadline) {
        boolean runs = node.lanes.values().stream().anyMatch(lane -> lane.instance != null);
        if (runs && world.now() < deadline) {
            node.later(LOOK_AGAIN, () -> awaitStopped(deadline));
        } else {
            node.member.mergedTooSoon = runs;
            world.membership.rejoin(node.member);
            node.control.merged();
            merging = false;
        }
    }
}
