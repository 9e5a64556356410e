package dev.singleton.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the application, the operators and the world do to a cluster until it is left alone. */
final class FaultPlan {

    private static final long STABLE = 3_000;

    private final World world;
    private final Dice dice;
    private final Partition partition;
    private final Outages outages;
    private final List<Action> actions = new ArrayList<>();

    FaultPlan(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
        this.partition = new Partition(world, dice.split());
        this.outages = new Outages(world, dice);
        for (Action action : Action.values()) {
            for (int i = 0; action.belongsTo(world.scenario) && i < action.weight; i++) {
                actions.add(action);
            }
        }
    }

    /** Everything is scheduled now and chosen when its time has come. */
    void lay() {
        Scenario scenario = world.scenario;
        boolean atOnce = dice.chance(0.3);
        for (int i = 0; i < scenario.nodes(); i++) {
            boolean first = i == 0;
            at(first || atOnce ? 0 : dice.between(0, 4_000), () -> join(first));
        }
        for (int i = 0; i < scenario.actions(); i++) {
            at(dice.between(500, scenario.quiet()), () -> perform(dice.pick(actions)));
        }
        for (int i = 0; i < scenario.messages(); i++) {
            at(dice.between(0, scenario.quiet() + 1_000), this::tell);
        }
        at(scenario.quiet(), this::calm);
    }

    private void at(long moment, Runnable action) {
        world.timeline.after(moment, action);
    }

    private void calm() {
        world.trace.add("world", "calms", "");
        world.quiet = true;
        partition.heal();
        if (!partition.open()) {
            world.network.mendAll();
        }
        world.wire.mendAll();
    }

    private void perform(Action action) {
        switch (action) {
            case JOIN -> join(false);
            case LEAVE -> spare().ifPresent(this::leave);
            case STOP -> stopAndStart();
            case RESTART -> restart();
            case REDEPLOY -> spare().ifPresent(this::redeploy);
            case CRASH -> crash();
            case PARTITION -> partition.cut();
            case HANG -> outages.hang(partition);
            case DEAD_LINK -> deadLink();
            case NO_ARBITER -> outages.noArbiter();
        }
    }

    /** With a quorum, no more nodes than it was chosen for. */
    private int most() {
        return world.scenario.quorum() > 0 ? world.scenario.nodes() : Scenario.MOST_NODES;
    }

    // ---- nodes come

    private void join(boolean first) {
        // With a quorum, a newcomer on the smaller side of a cut would outvote the larger one: a wrong quorum, not a
        // fault.
        boolean wrong = world.scenario.quorum() > 0 && partition.open();
        if (wrong || world.membership.alive().size() >= most()) {
            return;
        }
        String role = world.scenario.role();
        boolean carries = !role.isEmpty() && (first || dice.chance(0.8));
        SimMember member = world.membership.join(carries ? Set.of(role) : Set.of());
        boolean plain = !first && dice.chance(0.05);
        if (!plain) {
            open(member, first || dice.chance(0.85));
        }
    }

    private void open(SimMember member, boolean hosts) {
        member.later(dice.between(0, 300), () -> {
            SimNode node = new SimNode(world, member);
            if (world.scenario.lossless() || dice.chance(0.5)) {
                begin(node, hosts);
                node.control.declareComplete();
                node.later(dice.between(0, 300), node::up);
            } else {
                node.later(dice.between(0, 600), node::up);
                node.later(dice.between(0, 600), () -> begin(node, hosts));
                // Some say only at the end what they are never going to host.
                long end = Math.max(0, world.scenario.quiet() - world.now()) + 3_000;
                node.later(dice.chance(0.7) ? dice.between(0, 3_000) : end, node.control::declareComplete);
            }
        });
    }

    private void begin(SimNode node, boolean hosts) {
        for (String key : world.scenario.keys()) {
            if (!hosts) {
                node.reference(key, dice.chance(0.5));
            } else if (!world.scenario.lossless() && dice.chance(0.3)) {
                node.reference(key, false);
                node.later(dice.between(0, 2_000), () -> node.start(key));
            } else {
                node.start(key);
            }
        }
    }

    // ---- nodes go

    private List<SimNode> nodes() {
        List<SimNode> nodes = new ArrayList<>();
        for (SimMember member : world.membership.alive()) {
            if (member.node != null && !member.node.closed() && !member.node.leaving) {
                nodes.add(member.node);
            }
        }
        return nodes;
    }

    private Optional<SimNode> any() {
        List<SimNode> nodes = nodes();
        return nodes.isEmpty() ? Optional.empty() : Optional.of(dice.pick(nodes));
    }

    /** A node that may go: where nothing may be lost, others have been there for a while that can take over. */
    private Optional<SimNode> spare() {
        return any().filter(node -> node.up).filter(node -> !world.scenario.lossless() || othersAreStable(node));
    }

    private boolean othersAreStable(SimNode without) {
        long since = world.now() - STABLE;
        return world.scenario.keys().stream()
                .allMatch(key -> nodes().stream()
                        .filter(node -> node != without && node.up && node.upSince < since)
                        .filter(node -> carriesRole(node.member))
                        .map(node -> node.lane(key))
                        .anyMatch(lane -> lane.inRotation && lane.inRotationSince < since));
    }

    private boolean carriesRole(SimMember member) {
        String role = world.scenario.role();
        return role.isEmpty() || member.roles.contains(role);
    }

    private void leave(SimNode node) {
        node.later(0, () -> {
            if (!node.leaving) {
                node.departure.leave(true, () -> linger(node.member));
            }
        });
    }

    /** The membership says goodbye; until then the transport answers for the node that is gone. */
    private void linger(SimMember member) {
        member.later(dice.between(300, 2_000), () -> {
            world.trace.add(member.name, "is gone", "");
            world.membership.die(member, 0);
        });
    }

    private void redeploy(SimNode node) {
        node.later(0, () -> {
            if (!node.leaving) {
                node.departure.leave(false, () -> open(node.member, true));
            }
        });
    }

    private void crash() {
        List<SimMember> alive = world.membership.alive();
        if (alive.size() > 1) {
            SimMember victim = dice.pick(alive);
            world.trace.add(victim.name, "CRASHES", "");
            if (victim.node != null) {
                victim.node.killInstances();
            }
            world.ledger.lost(victim);
            world.membership.die(victim, dice.between(0, world.scenario.detection()));
        }
    }

    // ---- the application

    private void stopAndStart() {
        String key = dice.pick(world.scenario.keys());
        any().filter(node -> node.lanes.containsKey(key))
                .filter(node -> node.lane(key).inRotation || !world.scenario.lossless())
                .filter(node -> !world.scenario.lossless() || othersAreStable(node))
                .ifPresent(node -> {
                    if (!dice.chance(0.1)) {
                        node.later(0, () -> node.stop(key));
                    }
                    if (dice.chance(0.1) && !world.scenario.lossless()) {
                        node.later(dice.between(0, 1_000), () -> node.stop(key));
                    }
                    node.later(dice.between(1, 6_000), () -> node.start(key));
                });
    }

    private void restart() {
        String key = dice.pick(world.scenario.keys());
        // More than one at once: a restart meets what another one has begun.
        for (int i = 0; i < 1 + dice.below(3); i++) {
            any().filter(node -> node.lanes.containsKey(key)).ifPresent(node -> node.later(0, () -> node.restart(key)));
        }
    }

    private void tell() {
        String key = dice.pick(world.scenario.keys());
        int many = world.scenario.profile() == Profile.LOAD && dice.chance(0.002) ? 1_200 : 1;
        any().ifPresent(node -> {
            for (int i = 0; i < many; i++) {
                boolean ask = dice.chance(0.1) && !world.scenario.lossless();
                node.later(0, () -> node.tell(key, ask));
            }
        });
    }

    // ---- faults

    private void deadLink() {
        List<SimMember> alive = world.membership.alive();
        if (alive.size() > 1 && !partition.open()) {
            SimMember from = dice.pick(alive);
            SimMember to = dice.pick(alive);
            world.trace.add("world", "cuts", from + " -> " + to);
            world.network.cut(from, to);
            world.timeline.after(dice.between(100, 2 * world.scenario.handOverTimeout()), () -> {
                if (!partition.open()) {
                    world.network.mend(from, to);
                }
            });
        }
    }
}
