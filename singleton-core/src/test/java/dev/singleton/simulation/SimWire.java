package dev.singleton.simulation;

import java.util.HashSet;
import java.util.Set;

/** The links between the nodes and the arbiter: slow, without order; they lose, and what they bring may be late. */
final class SimWire {

    private final World world;
    private final Dice dice;
    /** Whose requests do not arrive. */
    private final Set<SimMember> mute = new HashSet<>();
    /** Whom no answer reaches. */
    private final Set<SimMember> deaf = new HashSet<>();

    SimWire(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    void toArbiter(SimMember from, Runnable arrives) {
        if (!lost()) {
            world.timeline.after(delay(), () -> {
                if (!mute.contains(from)) {
                    arrives.run();
                }
            });
        }
    }

    void toNode(SimNode to, Runnable arrives) {
        if (!lost()) {
            to.loosely(delay(), () -> {
                if (!deaf.contains(to.member)) {
                    arrives.run();
                }
            });
        }
    }

    private boolean lost() {
        return !world.quiet && dice.chance(world.scenario.lease().loss());
    }

    private long delay() {
        LeaseRules rules = world.scenario.lease();
        if (world.quiet) {
            return dice.between(1, Math.min(rules.slowest(), rules.ttl() / 20));
        }
        long delay = dice.between(1, rules.slowest());
        boolean late = !world.scenario.lossless() && dice.chance(0.03);
        return late ? delay + dice.between(0, 2 * rules.ttl()) : delay;
    }

    void cut(SimMember member, boolean requests, boolean answers) {
        world.trace.add("arbiter", "cut off", member);
        if (requests) {
            mute.add(member);
        }
        if (answers) {
            deaf.add(member);
        }
    }

    void mend(SimMember member) {
        mute.remove(member);
        deaf.remove(member);
    }

    void mendAll() {
        mute.clear();
        deaf.clear();
    }
}
