package dev.singleton.simulation;

import java.util.HashMap;
import java.util.Map;

/** What instances write to, with their tokens: it refuses an older token after a newer one. */
final class SimStore {

    private final World world;
    private final Map<String, SimArbiter.Grant> newest = new HashMap<>();
    private long accepted;
    private long refused;

    SimStore(World world) {
        this.world = world;
    }

    /** The write is on its way, and no pause of its node holds it up any more. */
    void write(SimInstance by, SimKeeper.Permit permit) {
        long delay = world.dice.between(1, world.scenario.slowestFrame());
        world.timeline.after(delay, () -> arrives(by, permit.grant));
    }

    private void arrives(SimInstance by, SimArbiter.Grant under) {
        SimArbiter.Grant last = newest.get(by.key());
        boolean stale = last != null && under.token() < last.token() && world.mutation != Mutation.STORE_WITHOUT_FENCE;
        world.trace.add("store", stale ? "refuses" : "takes", by + " under " + under.token());
        if (stale) {
            refused++;
            return;
        }
        accepted++;
        if (last != null && under.serial() < last.serial()) {
            world.fail("the store takes no write under an older lease after a newer one: " + by
                    + " wrote under the token " + under.token() + " after " + last.token());
        }
        newest.put(by.key(), under);
    }

    long accepted() {
        return accepted;
    }

    /** Writes of instances that had outlived their lease. */
    long refused() {
        return refused;
    }
}
