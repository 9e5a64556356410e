package dev.singleton.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cluster is cut in two, each side notices at its own time, and in the end the smaller side joins the larger one. */
final class Partition {

    private static final long LONGEST_STOP = 5_000;
    private static final long LOOK_AGAIN = 600;

    private final World world;
    private final Dice dice;
    private @Nullable Group side;
    private boolean noticed;
    private boolean healing;

    Partition(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    boolean open() {
        return side != null;
    }

    void cut() {
        List<SimMember> alive = new ArrayList<>(world.membership.alive());
        if (open() || world.quiet || alive.size() < 2) {
            return;
        }
        List<SimMember> away = new ArrayList<>();
        int many = 1 + dice.below(alive.size() - 1);
        for (int i = 0; i < many; i++) {
            away.add(alive.remove(dice.below(alive.size())));
        }
        cut(alive, away);
    }

    /** One that is silent for long is no member any more for the others. */
    void isolate(SimMember one) {
        List<SimMember> alive = new ArrayList<>(world.membership.alive());
        if (!open() && !world.quiet && alive.remove(one) && !alive.isEmpty()) {
            cut(alive, List.of(one));
        }
    }

    private void cut(List<SimMember> alive, List<SimMember> away) {
        world.trace.add("world", "CUTS", alive + " from " + away);
        for (SimMember one : alive) {
            for (SimMember other : away) {
                world.network.cut(one, other);
                world.network.cut(other, one);
            }
        }
        if (world.scenario.layer().leased()) {
            // The arbiter is on one of the sides.
            (dice.chance(0.5) ? alive : away).forEach(member -> world.wire.cut(member, true, true));
        }
        // The dead count for the quorum of both sides until they are noticed.
        boolean nobodyIsDead = world.membership.main().list.stream().noneMatch(member -> member.dead);
        world.minorityKnows = world.scenario.minorityFirst() && nobodyIsDead && away.size() != alive.size();
        Group cutOff = world.membership.split(away);
        side = cutOff;
        noticed = false;
        healing = false;
        detect(cutOff, away.size() < alive.size());
        world.timeline.after(dice.between(500, world.scenario.detection() + 12_000), () -> {
            if (side == cutOff) {
                heal();
            }
        });
    }

    private void detect(Group cutOff, boolean awayIsSmaller) {
        long first = dice.between(0, world.scenario.detection());
        long second = world.scenario.minorityFirst()
                ? first + world.scenario.slowestView() + LONGEST_STOP
                : dice.between(0, world.scenario.detection());
        Group main = world.membership.main();
        world.timeline.after(first, () -> notice(cutOff, awayIsSmaller ? cutOff : main));
        world.timeline.after(second, () -> notice(cutOff, awayIsSmaller ? main : cutOff));
    }

    private void notice(Group of, Group who) {
        if (side == of && !healing) {
            noticed = true;
            world.membership.notice(who);
        }
    }

    /** The network is whole again. A side that has not noticed anything notices now, unless nobody has. */
    void heal() {
        Group cutOff = side;
        if (cutOff == null || healing) {
            return;
        }
        healing = true;
        world.trace.add("world", "HEALS", "");
        if (!noticed) {
            world.network.mendAll();
            world.wire.mendAll();
            world.membership.reunite(cutOff);
            side = null;
            return;
        }
        Group main = world.membership.main();
        boolean swap = living(cutOff).size() > living(main).size();
        Group smaller = swap ? main : cutOff;
        Group larger = swap ? cutOff : main;
        // The smaller side first, as in the cut itself.
        world.membership.notice(smaller);
        long pause = world.scenario.minorityFirst() ? world.scenario.slowestView() + LONGEST_STOP : 0;
        world.timeline.after(pause, () -> world.membership.notice(larger));
        world.timeline.after(pause + dice.between(500, 2_000), () -> merge(smaller, larger));
    }

    private void merge(Group smaller, Group larger) {
        world.network.mendAll();
        world.wire.mendAll();
        world.membership.makeMain(larger);
        for (SimMember member : living(smaller)) {
            member.later(dice.between(0, 500), () -> {
                if (member.group == smaller && runs(member)) {
                    member.node.departure.merge();
                }
            });
        }
        world.timeline.after(LOOK_AGAIN, () -> awaitMerged(smaller));
    }

    /** A member without a node has nothing to stop and merges at once; one that dies never does. */
    private void awaitMerged(Group smaller) {
        List<SimMember> left = living(smaller);
        for (SimMember member : left) {
            member.later(0, () -> {
                if (member.group != smaller) {
                    return;
                }
                if (!runs(member)) {
                    world.membership.rejoin(member);
                } else if (!member.node.departure.merging) {
                    member.node.departure.merge();
                }
            });
        }
        if (left.isEmpty()) {
            side = null;
        } else {
            world.timeline.after(LOOK_AGAIN, () -> awaitMerged(smaller));
        }
    }

    private static boolean runs(SimMember member) {
        return member.node != null && !member.node.closed();
    }

    private List<SimMember> living(Group group) {
        return world.membership.alive().stream()
                .filter(member -> member.group == group)
                .toList();
    }
}
