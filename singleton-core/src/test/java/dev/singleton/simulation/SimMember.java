package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A process: a member of the cluster, with or without a singleton node in it. */
final class SimMember {

    final String name;
    final Set<String> roles;
    /** Every identity that it has had: a merge gives it a new one. */
    final Set<NodeId> identities = new HashSet<>();

    private final World world;
    /** How many thousandths of a millisecond its clock goes on in one of the arbiter's, whose time is the true one. */
    private final long rate;

    NodeId id;
    long joinOrder;
    final long joined;
    Group group;
    List<Membership.Member> view = List.of();
    boolean dead;
    /** When it died, or a node on it closed. */
    long departed;
    /** Merged although its instance was still stopping, for the membership does not wait for ever. */
    boolean mergedTooSoon;
    /** For so long; 0 for not at all. */
    long hangsAtNextMessage;
    /** Lives of singleton nodes on this member so far. */
    long lives;

    @Nullable
    SimNode node;

    private long seenVersion;
    private long hungUntil;

    SimMember(World world, String name, NodeId id, long joinOrder, Set<String> roles, Group group, long rate) {
        this.world = world;
        this.name = name;
        this.id = id;
        this.joined = world.now();
        this.joinOrder = joinOrder;
        this.roles = roles;
        this.rate = rate;
        this.group = group;
        identities.add(id);
    }

    /** Does something in this process; a dead one does nothing, a hung one does it later, in the same order. */
    void later(long delay, Runnable action) {
        world.timeline.after(delay, () -> whenRunning(action, 0));
    }

    /** The same on a thread of its own: after a pause, what is late on several threads comes in any order. */
    void loosely(long delay, Runnable action) {
        world.timeline.after(delay, () -> whenRunning(action, 3));
    }

    private void whenRunning(Runnable action, long slack) {
        if (dead) {
            return;
        }
        if (hungUntil > world.now()) {
            long late = slack > 0 ? world.dice.between(0, slack) : 0;
            world.timeline.after(hungUntil - world.now() + late, () -> whenRunning(action, slack));
        } else {
            action.run();
        }
    }

    /** The process's clock, in thousandths of its milliseconds. It does not stand still in a pause. */
    long clock() {
        return world.now() * rate;
    }

    /** How long it really takes until so many milliseconds have passed on this clock. */
    long trueTime(long delay) {
        return (delay * 1_000 + rate - 1) / rate;
    }

    void hang(long duration) {
        hungUntil = world.now() + duration;
        world.trace.add(name, "hangs", duration);
    }

    /** Unless it has done so since that was planned. */
    void hangsNow() {
        if (hangsAtNextMessage > 0) {
            hang(hangsAtNextMessage);
            hangsAtNextMessage = 0;
        }
    }

    boolean hung() {
        return hungUntil > world.now();
    }

    /** A member list of its group has arrived; lists do not overtake each other for good. */
    void see(Group from, long version, List<Membership.Member> list) {
        if (from != group || version <= seenVersion) {
            return;
        }
        seenVersion = version;
        view = list;
        world.trace.add(name, "sees", names(list));
        if (node != null) {
            node.membersChanged();
        }
    }

    boolean sees(NodeId other) {
        for (Membership.Member member : view) {
            if (member.id().equals(other)) {
                return true;
            }
        }
        return false;
    }

    Optional<NodeId> resolve(UUID uuid) {
        return view.stream()
                .map(Membership.Member::id)
                .filter(id -> id.uuid().equals(uuid))
                .findFirst();
    }

    boolean seesAny(Set<NodeId> others) {
        return others.stream().anyMatch(this::sees);
    }

    private List<String> names(List<Membership.Member> list) {
        return list.stream().map(member -> world.membership.name(member.id())).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
