package dev.singleton.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives each lease to one node at a time, by its own clock, which tells the true time of the simulation. */
final class SimArbiter {

    /**
     * @param ask which question of that node it answers
     * @param serial the how manieth of all grants it is, whatever the token says
     */
    record Grant(SimLease to, long ask, long token, long serial, long until) {
        Grant untilAtLeast(long moment) {
            return new Grant(to, ask, token, serial, Math.max(until, moment));
        }
    }

    private record Waiting(SimLease lease, long ask, long until) {}

    private final World world;
    private final Map<String, Grant> grants = new HashMap<>();
    private final Map<String, List<Waiting>> queues = new HashMap<>();
    private final Set<String> looking = new HashSet<>();
    /** The last question of each node that is over: one that comes later than that comes too late. */
    private final Map<SimLease, Long> over = new HashMap<>();

    private long lastToken;
    private long serial;

    SimArbiter(World world) {
        this.world = world;
    }

    /** Who has it, by the true time. */
    Optional<Grant> holder(String key) {
        return Optional.ofNullable(current(key));
    }

    boolean holds(SimLease lease, long token) {
        Grant grant = current(lease.key());
        return grant != null && grant.to() == lease && grant.token() == token;
    }

    private @Nullable Grant current(String key) {
        Grant grant = grants.get(key);
        if (grant != null && grant.until() <= world.now()) {
            world.trace.add("arbiter", "ends", grant.to() + " " + grant.token());
            grants.remove(key);
            return null;
        }
        return grant;
    }

    // ---- what nodes ask

    void asks(SimLease lease, long ask) {
        if (ask <= over.getOrDefault(lease, 0L)) {
            return;
        }
        over.put(lease, ask - 1);
        Grant grant = current(lease.key());
        if (grant == null || (grant.to() == lease && grant.ask() != ask)) {
            // What the node has lost and the arbiter still keeps is given back by being asked for again.
            give(lease, ask);
        } else if (grant.to() == lease) {
            answer(grant);
        } else if (world.scenario.lease().waits()) {
            park(new Waiting(lease, ask, world.now() + world.scenario.lease().patience()));
        } else {
            world.wire.toNode(lease.node(), () -> lease.refused(ask, "it is held by " + grant.to()));
        }
    }

    private void give(SimLease lease, long ask) {
        boolean repeats = world.mutation == Mutation.TOKENS_REPEAT && world.dice.chance(0.2);
        lastToken = repeats ? Math.max(1, lastToken - 1) : lastToken + 1;
        Grant grant = new Grant(
                lease,
                ask,
                lastToken,
                ++serial,
                world.now() + world.scenario.lease().ttl());
        world.trace.add("arbiter", "grants", lease + " " + lastToken);
        world.leaseJudge.granted(lease.key(), lastToken);
        grants.put(lease.key(), grant);
        answer(grant);
    }

    private void answer(Grant grant) {
        SimLease lease = grant.to();
        world.wire.toNode(lease.node(), () -> lease.granted(grant));
    }

    private void park(Waiting waiting) {
        List<Waiting> queue = queues.computeIfAbsent(waiting.lease().key(), key -> new ArrayList<>());
        boolean known =
                queue.stream().anyMatch(other -> other.lease() == waiting.lease() && other.ask() == waiting.ask());
        if (!known) {
            queue.removeIf(earlier -> earlier.lease() == waiting.lease());
            queue.add(waiting);
            lookAgain(waiting.lease().key());
        }
    }

    /** Those who wait look again and again: that a lease was given back meanwhile nobody tells them. */
    private void lookAgain(String key) {
        if (!queues.getOrDefault(key, List.of()).isEmpty() && looking.add(key)) {
            world.timeline.after(world.scenario.lease().ttl() / 5, () -> {
                looking.remove(key);
                serve(key);
            });
        }
    }

    /** Whoever waits looks at once, and not at his next turn. */
    void looks(String key) {
        serve(key);
    }

    /** Gives what is free to the first who waits, and answers those who have waited long enough. */
    private void serve(String key) {
        List<Waiting> queue = queues.getOrDefault(key, new ArrayList<>());
        if (!queue.isEmpty() && current(key) == null) {
            Waiting first = queue.remove(0);
            give(first.lease(), first.ask());
        }
        for (Waiting waiting : List.copyOf(queue)) {
            if (waiting.until() <= world.now()) {
                queue.remove(waiting);
                world.wire.toNode(
                        waiting.lease().node(),
                        () -> waiting.lease().refused(waiting.ask(), "it was held all the time"));
            }
        }
        lookAgain(key);
    }

    void renews(SimLease lease, long token, long sent) {
        long until = world.now() + world.scenario.lease().ttl();
        boolean held = holds(lease, token);
        for (String key : world.scenario.keys()) {
            Grant grant = current(key);
            boolean ofTheNode = grant != null && grant.to().node() == lease.node();
            if (grant != null && ofTheNode && (world.scenario.lease().sessions() || grant.to() == lease)) {
                grants.put(key, grant.untilAtLeast(until));
            }
        }
        world.wire.toNode(lease.node(), () -> lease.renewed(token, sent, held));
    }

    /** Whatever came, or is to come, of the node's questions up to this one is free. */
    void takesBack(SimLease lease, long ask) {
        over.merge(lease, ask, Math::max);
        queues.getOrDefault(lease.key(), new ArrayList<>())
                .removeIf(waiting -> waiting.lease() == lease && waiting.ask() <= ask);
        Grant grant = current(lease.key());
        if (grant != null && grant.to() == lease && grant.ask() <= ask) {
            world.trace.add("arbiter", "takes back", lease + " " + grant.token());
            grants.remove(lease.key());
            world.leaseJudge.takenBack(lease.key());
        }
        world.wire.toNode(lease.node(), () -> lease.takenBack(ask));
    }
}
