package dev.singleton.simulation;

import java.util.List;
import java.util.Optional;

/** Pauses of processes, and an arbiter that is not reached. */
final class Outages {

    private final World world;
    private final Dice dice;

    Outages(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    /** Under a lease: in the middle of a message, when there is one, and most of those that do it lose their place. */
    void hang(Partition partition) {
        List<SimMember> alive = world.membership.alive();
        if (alive.isEmpty()) {
            return;
        }
        SimMember victim = host().orElseGet(() -> dice.pick(alive));
        long ttl = world.scenario.leaseRules().map(LeaseRules::ttl).orElse(0L);
        long duration = dice.between(100, 3 * Math.max(ttl, world.scenario.handOverTimeout()));
        if (!world.scenario.layer().leased()) {
            victim.hang(duration);
            return;
        }
        victim.later(dice.between(0, 500), () -> {
            victim.hangsAtNextMessage = duration;
            victim.later(500, victim::hangsNow);
        });
        if (dice.chance(0.6)) {
            partition.isolate(victim);
        }
    }

    /** Under a lease it is the host that has to show what it does. */
    private Optional<SimMember> host() {
        if (!world.scenario.layer().leased() || dice.chance(0.3)) {
            return Optional.empty();
        }
        List<SimInstance> live = world.census.live(dice.pick(world.scenario.keys()));
        return live.isEmpty() ? Optional.empty() : Optional.of(dice.pick(live).lane.node.member);
    }

    /** For one node or for all, in one direction or in both. */
    void noArbiter() {
        List<SimMember> alive = world.membership.alive();
        if (alive.isEmpty()) {
            return;
        }
        int direction = dice.below(3);
        for (SimMember victim : dice.chance(0.3) ? alive : List.of(dice.pick(alive))) {
            world.wire.cut(victim, direction != 0, direction != 1);
            long duration = dice.between(100, 3 * world.scenario.lease().ttl());
            world.timeline.after(duration, () -> world.wire.mend(victim));
        }
    }
}
