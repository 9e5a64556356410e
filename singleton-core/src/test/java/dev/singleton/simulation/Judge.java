package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import dev.singleton.proxy.Inbox;
import dev.singleton.spi.Membership;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The promises of the control path, looked at while things happen. Two instances live at once only when the later
 * permission was given without the other node: because a cut hid it (partition, and the merge after it), or because it
 * was silent for the whole hand-over time-out.
 */
final class Judge {

    private record Ended(long at, long count, SimNode where) {}

    private static final long LATELY = 15_000;

    private final World world;
    /** Who has run an instance. */
    private final Map<String, Set<SimNode>> hosts = new HashMap<>();

    private final Map<String, Ended> lastEnded = new HashMap<>();
    private final Set<String> unproved = new HashSet<>();
    private final Set<String> unheardHosts = new HashSet<>();
    /** Who got the state of the instance that ended last. */
    private final Map<String, Set<Life>> given = new HashMap<>();

    /** The how manieth node on a member it is. */
    private record Life(NodeId member, long number) {}

    Judge(World world) {
        this.world = world;
    }

    void sends(SimNode node, NodeId to, Frame frame) {
        if (frame instanceof Frame.StandDown asked) {
            License license = node.lane(asked.typeName()).license;
            if (asked.round() < license.round) {
                world.fail("rounds only grow: " + node.name + " asks in round " + asked.round() + " after "
                        + license.round);
            }
            if (asked.round() != license.round) {
                license.newRound(asked.round());
            }
        } else if (frame instanceof Frame.Confirm confirm && node.lanes.containsKey(confirm.typeName())) {
            confirms(node.lane(confirm.typeName()), to, confirm.round());
            if (confirm.warm().isPresent()) {
                given.computeIfAbsent(confirm.typeName(), key -> new HashSet<>())
                        .add(new Life(to, world.membership.byId(to).lives));
            }
        }
    }

    private void confirms(SimLane lane, NodeId to, long round) {
        Long before = lane.license.promises.put(to, round);
        // With a lease it says once more what it has said before, when the lease is free.
        boolean again = world.scenario.layer().leased() && before != null && before == round;
        lane.license.promised |= !again;
        if (lane.instance != null) {
            world.fail("who confirms runs nothing: " + lane + " confirmed while " + lane.instance + " is alive");
        }
    }

    boolean saidBefore(SimNode node, NodeId to, Frame frame) {
        return frame instanceof Frame.Confirm confirm
                && node.lanes.containsKey(confirm.typeName())
                && Long.valueOf(confirm.round())
                        .equals(node.lane(confirm.typeName()).license.promises.get(to));
    }

    void received(SimNode node, NodeId from, Frame frame) {
        if (frame instanceof Frame.Confirm confirm) {
            License license = node.lane(confirm.typeName()).license;
            if (confirm.round() == license.round && node.member.sees(from)) {
                license.confirmed.add(from);
                license.stopping.remove(from);
            }
        } else if (frame instanceof Frame.StillStopping stopping) {
            License license = node.lane(stopping.typeName()).license;
            if (stopping.round() == license.round && !license.confirmed.contains(from)) {
                license.stopping.put(from, world.now());
            }
        } else if (frame instanceof Frame.Decline decline) {
            node.lane(decline.typeName()).license.stopping.remove(from);
        }
    }

    void refused(SimNode node, NodeId by, Frame frame) {
        if (frame instanceof Frame.StandDown asked) {
            License license = node.lane(asked.typeName()).license;
            if (asked.round() == license.round) {
                license.confirmed.add(by);
                license.stopping.remove(by);
            }
        }
    }

    /** A manager starts an instance: after a full round of its own, or because the one before has died here. */
    void starts(SimLane lane, Optional<Payload> warm) {
        License license = lane.license;
        SimMember member = lane.node.member;
        boolean alone = member.view.size() == 1;
        if (alone) {
            license.newRound(license.round);
        }
        if (license.promised) {
            world.fail("a confirmation is a promise: " + lane + " confirmed and starts without a round of its own");
        }
        if (license.before == State.TAKING_OVER || alone) {
            for (Membership.Member other : member.view) {
                if (!other.id().equals(member.id) && !agrees(license, other.id())) {
                    world.fail(lane + " starts without the confirmation of " + world.membership.name(other.id()));
                }
            }
            hostsUnheard(lane);
            license.since = world.now();
            license.separated.clear();
            for (SimMember other : world.membership.alive()) {
                if (other.group != member.group || other.mergedTooSoon) {
                    license.separated.add(other);
                }
            }
        }
        warm.ifPresent(
                state -> stateIsFresh(lane, ByteBuffer.wrap(state.bytes()).getLong()));
        if (warm.isEmpty()) {
            stateIsNotLost(lane);
        }
    }

    /** A lease is permission enough, except against somebody who says that he is stopping. */
    private boolean agrees(License license, NodeId other) {
        if (world.scenario.layer().leased()) {
            long interval = Math.min(500, world.scenario.handOverTimeout()) * 9 / 10;
            Long stopping = license.stopping.get(other);
            return stopping == null || world.now() - stopping > interval;
        }
        return license.confirmed.contains(other) || license.silent.contains(other);
    }

    /** Under a lease somebody hosts although one that has hosted, and may still have messages, has not confirmed. */
    private void hostsUnheard(SimLane lane) {
        boolean unheard = world.scenario.layer().leased()
                && hosts.getOrDefault(lane.key, Set.of()).stream().anyMatch(host -> notWaitedFor(lane, host));
        if (unheard) {
            unheardHosts.add(lane.key);
        }
    }

    /** Whether each host has heard of the end of the one before: then order is kept across them. */
    boolean oneAfterTheOther(String key) {
        return world.census.peak(key) <= 1 && !unheardHosts.contains(key);
    }

    /** From now on somebody may run an instance whose end nobody hears of. */
    void unproved(String key) {
        unproved.add(key);
    }

    /**
     * Nobody starts from a state that was overtaken; except that a host which has left, died or is cut off, with the last
     * state or the last knowledge of it, cannot say so to those that got or started without it shortly before.
     */
    private void stateIsFresh(SimLane lane, long count) {
        Ended ended = lastEnded.get(lane.key);
        boolean proved = !unproved.contains(lane.key) && world.census.peak(lane.key) <= 1;
        boolean allSpeak = hosts.getOrDefault(lane.key, Set.of()).stream()
                .noneMatch(host -> host.member.group != lane.node.member.group
                        || departedLately(host)
                        || notWaitedFor(lane, host));
        if (proved && allSpeak && (ended == null || ended.count != count)) {
            world.fail("warm state is that of the last instance: " + lane + " got " + count + " after " + ended);
        }
    }

    /** With a lease, who is silent may know of a later instance and cannot say so. */
    private boolean notWaitedFor(SimLane lane, SimNode host) {
        return world.scenario.layer().leased()
                && host != lane.node
                && !host.member.dead
                && !host.closed()
                && !lane.license.confirmed.contains(host.member.id);
    }

    private boolean departedLately(SimNode host) {
        return (host.closed() || host.member.dead) && world.now() - host.member.departed < LATELY;
    }

    /**
     * A planned move hands the state over, when the next instance starts soon enough; except that a node which leaves is
     * gone when it has given the state to one successor, and that one lost the race to another; and except that under a lease
     * nobody waits for a node which does not answer, because it does not see the newcomer yet, and that one which got the
     * state may be gone before the lease comes.
     */
    private void stateIsNotLost(SimLane lane) {
        Ended ended = lastEnded.get(lane.key);
        boolean recent = ended != null && ended.count > 0 && world.now() - ended.at < 1_900;
        Set<Life> got = given.getOrDefault(lane.key, Set.of());
        boolean raced = recent
                && ended.where.closed()
                && !got.isEmpty()
                && !got.contains(new Life(lane.node.member.id, lane.node.member.lives));
        boolean unheard = recent && notWaitedFor(lane, ended.where);
        boolean mayHaveRun = world.scenario.layer().leased()
                && got.stream().anyMatch(other -> !lane.node.member.sees(other.member()));
        if (world.scenario.lossless() && recent && !raced && !unheard && !mayHaveRun) {
            world.fail("a planned move hands the state over: " + lane + " starts cold after " + ended);
        }
    }

    void ended(SimInstance instance) {
        given.remove(instance.key());
        hosts.computeIfAbsent(instance.key(), key -> new LinkedHashSet<>()).add(instance.lane.node);
        lastEnded.put(instance.key(), new Ended(world.now(), instance.count(), instance.lane.node));
    }

    /** Two are alive: is that excused? */
    void overlap(SimInstance fresh, SimInstance old) {
        if (world.scenario.layer().leased()) {
            world.leaseJudge.overlap(fresh, old);
            return;
        }
        License mine = fresh.lane.license;
        License others = old.lane.license;
        boolean mineIsLater = mine.since >= others.since;
        boolean excused = excuses(mine, old) || excuses(others, fresh);
        world.trace.add("judge", "two", fresh + " and " + old + (excused ? ", excused" : ""));
        if (!excused || world.scenario.lossless()) {
            world.fail("never two live instances: " + fresh + " begins while " + old + " is alive");
        }
        if (world.scenario.quorum() > 0 && mineIsLater && !silent(mine, old) && !silent(others, fresh)) {
            quorumExcuses(fresh, old);
        }
    }

    /** The permission was given without the node of the other instance, which was cut off or silent. */
    private static boolean excuses(License license, SimInstance other) {
        SimMember member = other.lane.node.member;
        boolean confirmed = member.identities.stream().anyMatch(license.confirmed::contains);
        return !confirmed && (silent(license, other) || license.separated.contains(member));
    }

    private static boolean silent(License license, SimInstance other) {
        return other.lane.node.member.identities.stream().anyMatch(license.silent::contains);
    }

    /**
     * No quorum helps against a side that has not noticed the cut yet; only a lease does. When the smaller side notices
     * first, by more than a stop takes, there are never two.
     */
    private void quorumExcuses(SimInstance fresh, SimInstance old) {
        int quorum = world.scenario.quorum();
        State state = old.lane.snapshot.state();
        boolean unaware = old.lane.node.member.view.size() >= quorum;
        boolean goes = state == State.STOPPING || state == State.STARTING;
        if (fresh.lane.node.member.view.size() < quorum || !(unaware || goes) || world.minorityKnows) {
            world.fail(
                    "a quorum keeps the smaller side from hosting: " + fresh + " begins while " + old + " is " + state);
        }
    }

    /** What holds after every event. */
    void check(SimNode node) {
        boolean mayNotRun = node.leaving || (node.up && node.member.view.size() < world.scenario.quorum());
        for (SimLane lane : node.lanes.values()) {
            State state = lane.snapshot.state();
            if (mayNotRun && (state == State.HOSTING || state == State.TAKING_OVER || state == State.PAUSING)) {
                world.fail("who leaves or sees no quorum does not host: " + lane + " is " + state);
            }
            bounds(lane);
            if (world.scenario.layer().leased()) {
                world.leaseJudge.check(lane);
            }
        }
    }

    private void bounds(SimLane lane) {
        Scenario scenario = world.scenario;
        if (lane.inbox.held() > Inbox.HOLD_CAPACITY || lane.inbox.held() < 0) {
            world.fail("the hold is bounded: " + lane + " holds " + lane.inbox.held());
        }
        if (lane.mailbox.size() > scenario.mailboxCapacity()) {
            world.fail("the mailbox is bounded: " + lane + " has " + lane.mailbox.size());
        }
        // What is put back was accepted before and is not refused again.
        if (lane.outbox.size() > scenario.outboxCapacity() + scenario.mailboxCapacity()) {
            world.fail("the outbox is bounded: " + lane + " has " + lane.outbox.size());
        }
    }
}
