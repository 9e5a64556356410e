package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Who is in the cluster. One list with versions per {@link Group}; each member of the group gets each version at its own
 * time. A cluster is in at most two groups at a time.
 */
final class SimMembership {

    private final World world;
    private final Dice dice;
    private final Map<NodeId, SimMember> byId = new HashMap<>();
    /** Every process there ever was, in the order of birth. */
    private final List<SimMember> all = new ArrayList<>();

    private Group main = new Group("main");
    private long version;
    private long joins;
    private long lastPort = 5_000;

    SimMembership(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    SimMember byId(NodeId id) {
        return Objects.requireNonNull(byId.get(id), () -> "nobody is " + id);
    }

    String name(NodeId id) {
        return byId(id).name;
    }

    List<SimMember> alive() {
        return all.stream().filter(member -> !member.dead).toList();
    }

    List<SimMember> all() {
        return all;
    }

    Group main() {
        return main;
    }

    /** A process starts and joins the main group. */
    SimMember join(Set<String> roles) {
        SimMember member = new SimMember(world, "n" + (all.size() + 1), newId(), ++joins, roles, main, rate());
        all.add(member);
        byId.put(member.id, member);
        main.list.add(member);
        world.trace.add(member.name, "joins", member.id);
        admit(member);
        return member;
    }

    private long rate() {
        int apart = LeaseRules.CLOCKS_DIFFER;
        return world.scenario.layer().leased() ? dice.between(1_000 - apart, 1_000 + apart) : 1_000;
    }

    /** Addresses are in no order of joining, so that a newcomer may sort anywhere. */
    private NodeId newId() {
        lastPort++;
        byte[] address = {10, 0, (byte) dice.below(200), 1};
        try {
            return new NodeId(dice.uuid(), new InetSocketAddress(InetAddress.getByAddress(address), (int) lastPort));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A new version of the list, for each member of the group at its own time. */
    void publish(Group group) {
        long published = ++version;
        List<Membership.Member> list = listOf(group);
        for (SimMember member : all) {
            if (member.group == group && !member.dead) {
                long delay = dice.between(0, world.scenario.slowestView());
                member.later(delay, () -> member.see(group, published, list));
            }
        }
    }

    private static List<Membership.Member> listOf(Group group) {
        return group.list.stream()
                .map(member ->
                        new Membership.Member(member.id, member.roles, member.joinOrder, Membership.Status.JOINED))
                .toList();
    }

    /** Joining is over for a member when it has the list. */
    private void admit(SimMember member) {
        publish(member.group);
        member.see(member.group, version, listOf(member.group));
    }

    /** The process ends, now; the others learn of it after the delay. */
    void die(SimMember member, long detection) {
        member.dead = true;
        member.departed = world.now();
        world.timeline.after(detection, () -> remove(member));
    }

    private void remove(SimMember member) {
        if (member.group.list.remove(member)) {
            publish(member.group);
        }
    }

    /** The members of a side form a group of their own from now on; the lists change when the cut is noticed. */
    Group split(List<SimMember> side) {
        Group other = new Group("side");
        other.list.addAll(main.list);
        side.forEach(member -> member.group = other);
        return other;
    }

    /** The group notices that it is alone. */
    void notice(Group group) {
        if (group.list.removeIf(member -> member.group != group)) {
            publish(group);
        }
    }

    /** The cut healed before anybody noticed: nothing has happened. */
    void reunite(Group side) {
        for (SimMember member : all) {
            if (member.group == side) {
                member.group = main;
                if (!main.list.contains(member) && side.list.contains(member)) {
                    throw new IllegalStateException(member + " was removed by the main side already");
                }
            }
        }
        // Who died on the side was removed there only.
        main.list.removeIf(member -> member.dead && !side.list.contains(member));
        publish(main);
    }

    /** The member leaves its side and comes back to the main group under a new identity. */
    void rejoin(SimMember member) {
        Group side = member.group;
        side.list.remove(member);
        publish(side);
        member.id = new NodeId(dice.uuid(), member.id.address());
        member.identities.add(member.id);
        member.joinOrder = ++joins;
        member.group = main;
        byId.put(member.id, member);
        main.list.add(member);
        world.trace.add(member.name, "rejoins", member.id);
        admit(member);
    }

    /** The larger side is the main one. */
    void makeMain(Group group) {
        main = group;
    }
}
