package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.Placement;
import dev.singleton.proxy.Route;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * What a cluster comes to when it is left alone: all see the same members; when at least one eligible member remains,
 * placement's first hosts the only instance, every node knows it and sends its messages there, and every message has come
 * to its end. When none remains, nothing runs.
 */
final class Settling {

    private final World world;

    Settling(World world) {
        this.world = world;
    }

    /** What is not as it should be yet. */
    Optional<String> missing() {
        List<SimMember> alive = world.membership.alive();
        Group main = world.membership.main();
        for (SimMember member : alive) {
            if (member.hung() || member.group != main || !views(member, main)) {
                return Optional.of(member + " does not see " + main.list);
            }
        }
        List<SimNode> nodes = alive.stream()
                .map(member -> member.node)
                .filter(node -> node != null && !node.closed())
                .toList();
        if (alive.stream().anyMatch(member -> member.node != null && member.node.closed())
                || nodes.stream().anyMatch(node -> node.leaving || !node.up)) {
            return Optional.of("a node is still coming or leaving");
        }
        boolean hosted = true;
        for (String key : world.scenario.keys()) {
            Optional<String> missing = missing(key, nodes);
            if (missing.isPresent()) {
                return missing;
            }
            hosted &= !world.census.live(key).isEmpty();
        }
        // Without questions to stand down, messages wait at the elected node for ever while another one hosts.
        return hosted && world.scenario.layer().handsOver()
                ? world.ledger.open().map(letter -> letter + " has no end yet")
                : Optional.empty();
    }

    private static boolean views(SimMember member, Group main) {
        return new HashSet<>(member.view.stream().map(seen -> seen.id()).toList())
                .equals(new HashSet<>(main.list.stream().map(other -> other.id).toList()));
    }

    private Optional<String> missing(String key, List<SimNode> nodes) {
        Scenario scenario = world.scenario;
        List<SimNode> eligible = nodes.stream()
                .filter(node -> node.lanes.containsKey(key) && node.lane(key).inRotation)
                .filter(node -> carriesRole(node))
                .toList();
        long voters = nodes.stream().filter(this::carriesRole).count();
        List<SimInstance> live = world.census.live(key);
        if (eligible.isEmpty() || voters < scenario.quorum()) {
            return live.isEmpty()
                    ? leaseOf(key, Optional.empty())
                    : Optional.of(key + ": nobody is eligible, and alive are " + live);
        }
        Optional<SimNode> first = scenario.layer().handsOver() ? first(key, eligible) : Optional.empty();
        if (live.size() != 1
                || first.filter(node -> live.get(0).lane.node != node).isPresent()) {
            return Optional.of(key + ": " + first + " should host, and alive are " + live);
        }
        SimNode host = live.get(0).lane.node;
        if (!eligible.contains(host)) {
            return Optional.of(key + ": " + host.name + " hosts and is not eligible");
        }
        Optional<String> lease = leaseOf(key, Optional.of(live.get(0)));
        if (lease.isPresent() || !scenario.layer().handsOver()) {
            return lease;
        }
        return nodes.stream()
                .filter(node -> node.lanes.containsKey(key))
                .map(node -> missing(node.lane(key), host.member.id))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The host has a valid lease, and nobody else has anything at the arbiter. */
    private Optional<String> leaseOf(String key, Optional<SimInstance> host) {
        if (!world.scenario.layer().leased()) {
            return Optional.empty();
        }
        Optional<SimArbiter.Grant> holder = world.arbiter.holder(key);
        boolean right = host.isEmpty()
                ? holder.isEmpty()
                : host.get().permit().filter(SimKeeper.Permit::valid).isPresent()
                        && host.get()
                                .permit()
                                .filter(SimKeeper.Permit::reallyHeld)
                                .isPresent();
        return right ? Optional.empty() : Optional.of(key + ": " + host + " lives, and the lease is with " + holder);
    }

    private boolean carriesRole(SimNode node) {
        String role = world.scenario.role();
        return role.isEmpty() || node.member.roles.contains(role);
    }

    /** An oracle of its own for the orders that are easy to say; for the hash, that all agree is enough. */
    private Optional<SimNode> first(String key, List<SimNode> eligible) {
        Placement placement = world.scenario.placement(key);
        Comparator<SimNode> order = switch (placement) {
            case ADDRESS -> Comparator.comparing(node -> number(node.member.id));
            case OLDEST -> Comparator.comparing(node -> node.member.joinOrder);
            case SPREAD -> null;
        };
        return order == null ? Optional.empty() : eligible.stream().min(order);
    }

    private static long number(NodeId id) {
        long number = 0;
        for (byte part : id.address().getAddress().getAddress()) {
            number = number << 8 | (part & 0xFF);
        }
        return number << 16 | id.address().getPort();
    }

    private static Optional<String> missing(SimLane lane, NodeId host) {
        if (!lane.snapshot.owner().equals(Optional.of(host))) {
            return Optional.of(lane + " takes " + lane.snapshot.owner() + " for the owner, not " + host);
        }
        if (!lane.route.equals(new Route.To(host))) {
            return Optional.of(lane + " sends to " + lane.route + ", not to " + host);
        }
        return lane.quiet()
                ? Optional.empty()
                : Optional.of(lane + " is not done: outbox " + lane.outbox.size() + ", held " + lane.inbox.held()
                        + ", mailbox " + lane.mailbox.size());
    }
}
