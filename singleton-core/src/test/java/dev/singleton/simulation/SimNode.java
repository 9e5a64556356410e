package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.StopReason;
import dev.singleton.control.Control;
import dev.singleton.control.ControlPort;
import dev.singleton.control.Notice;
import dev.singleton.control.Snapshot;
import dev.singleton.manager.Access;
import dev.singleton.manager.Event;
import dev.singleton.manager.Settings;
import dev.singleton.manager.Timer;
import dev.singleton.proxy.Route;
import dev.singleton.spi.Membership;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.Terms;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One life of a singleton node: the real {@link Control} in a simulated shell. */
final class SimNode implements ControlPort {

    /** How long the membership waits for an instance to stop before it merges all the same. */
    private static final long MERGE_PATIENCE = 10_000;

    private static final long LOOK_AGAIN = 20;

    final World world;
    final SimMember member;
    final String name;
    final Control control;
    final Map<String, SimLane> lanes = new LinkedHashMap<>();

    boolean up;
    long upSince;
    boolean leaving;
    boolean merging;
    private boolean closed;

    private final Map<String, Long> armed = new HashMap<>();
    private long arming;
    private long resendArming;
    private long lastPost;
    private final Set<NodeId> introduced = new HashSet<>();
    private long requests;

    SimNode(World world, SimMember member) {
        this.world = world;
        this.member = member;
        long life = ++member.lives;
        this.name = life == 1 ? member.name : member.name + "." + life;
        this.control = new Control(member.id, life, member.roles, this, (key, before, event, after) -> {
            world.coverage.met(before, event);
            lane(key).license.before = before.phase();
        });
        member.node = this;
        world.trace.add(name, "opens", member.id);
        control.members(member.id, member.view);
    }

    boolean closed() {
        return closed;
    }

    SimLane lane(String key) {
        return lanes.computeIfAbsent(key, name -> new SimLane(this, name, member.lives << 32));
    }

    void later(long delay, Runnable action) {
        member.later(delay, () -> {
            if (!closed) {
                action.run();
                world.judge.check(this);
            }
        });
    }

    // ---- what the application and the membership do

    void membersChanged() {
        if (!closed) {
            control.members(member.id, seen());
            world.judge.check(this);
        }
    }

    private List<Membership.Member> seen() {
        if (world.mutation == Mutation.BLIND_TO_MEMBERS && up) {
            return member.view.size() == 1 ? List.of() : member.view.subList(1, member.view.size());
        }
        return member.view;
    }

    void up() {
        up = true;
        upSince = world.now();
        world.trace.add(name, "is up", "");
        control.up();
    }

    void reference(String key, boolean client) {
        lane(key);
        world.trace.add(name, "refs", key);
        control.reference(key, new Terms("Job", world.scenario.role(), Optional.empty()), client);
    }

    void start(String key) {
        SimLane lane = lane(key);
        lane.inRotation = true;
        lane.inRotationSince = world.now();
        world.trace.add(name, "starts", key);
        Scenario scenario = world.scenario;
        String placement = scenario.placement(key).name().toLowerCase(Locale.ROOT);
        HostTerms host = new HostTerms(placement, scenario.quorum(), "", List.of());
        Terms terms = new Terms("Job", scenario.role(), Optional.of(host));
        Duration timeout = Duration.ofMillis(scenario.handOverTimeout());
        control.start(key, terms, new Settings(key, timeout, scenario.restartOnTermination()));
    }

    void stop(String key) {
        lane(key).inRotation = false;
        world.trace.add(name, "stops", key);
        control.stop(key);
    }

    void restart(String key) {
        world.trace.add(name, "wishes", "restart of " + key);
        control.restart(key, ++requests);
    }

    void tell(String key, boolean ask) {
        SimLane lane = lanes.get(key);
        if (lane != null && !leaving) {
            lane.outbox.tell(world.ledger.write(key, this, ask));
        }
    }

    /**
     * Leaves gracefully, and does the rest when nothing of it runs any more. Gives up on messages that nobody takes after
     * the time-out, and on the instance too when the process is to end.
     */
    void leave(boolean ends, Runnable rest) {
        leaving = true;
        world.trace.add(name, "leaves", "");
        control.leave();
        // Where nothing may be lost, the operator waits however long it takes.
        boolean patient = world.scenario.profile().lossless();
        awaitLeft(patient ? Long.MAX_VALUE : world.now() + world.scenario.handOverTimeout(), ends, rest);
    }

    private void awaitLeft(long deadline, boolean ends, Runnable rest) {
        boolean sent = lanes.values().stream().allMatch(lane -> lane.outbox.size() == 0);
        boolean late = world.now() >= deadline;
        if (control.settled() ? sent || late : late && ends) {
            close();
            rest.run();
        } else {
            later(LOOK_AGAIN, () -> awaitLeft(deadline, ends, rest));
        }
    }

    private void close() {
        world.trace.add(name, "closes", "");
        closed = true;
        lanes.values().forEach(SimLane::close);
        killInstances();
        world.ledger.lost(member);
    }

    void killInstances() {
        for (SimLane lane : lanes.values()) {
            if (lane.instance != null) {
                lane.instance.killed();
            }
        }
    }

    /** Joins the other half of a split cluster. */
    void merge() {
        world.trace.add(name, "merges", "");
        merging = true;
        control.merging();
        awaitStopped(world.now() + MERGE_PATIENCE);
    }

    private void awaitStopped(long deadline) {
        boolean runs = lanes.values().stream().anyMatch(lane -> lane.instance != null);
        if (runs && world.now() < deadline) {
            later(LOOK_AGAIN, () -> awaitStopped(deadline));
        } else {
            member.mergedTooSoon = runs;
            world.membership.rejoin(member);
            control.merged();
            merging = false;
        }
    }

    Optional<NodeId> resolve(java.util.UUID uuid) {
        return member.view.stream()
                .map(Membership.Member::id)
                .filter(id -> id.uuid().equals(uuid))
                .findFirst();
    }

    @Override
    public String toString() {
        return name;
    }

    // ---- from the network

    void received(NodeId from, Frame sent) {
        Frame frame = mutated(sent);
        world.trace.add(name, "receives", sent);
        if (frame instanceof Frame.Batch batch) {
            batch(from, batch);
        } else if (frame instanceof Frame.BatchAnswer answer) {
            SimLane lane = lanes.get(answer.typeName());
            if (lane != null) {
                lane.answered(from, answer);
            }
        } else if (!forgetful(from, frame)) {
            world.judge.received(this, from, sent);
            control.received(sender(from, frame), frame);
        }
        world.judge.check(this);
    }

    private void batch(NodeId from, Frame.Batch batch) {
        if (!member.sees(from) || !introduced.contains(from)) {
            dropped(from, "a batch of somebody who is no member, or does not know us yet");
            return;
        }
        SimLane lane = lanes.get(batch.typeName());
        if (lane == null) {
            send(
                    from,
                    new Frame.BatchAnswer(
                            batch.typeName(), batch.sequence(), 0, Frame.Verdict.NOT_HOST, Optional.empty()));
            return;
        }
        List<Letter> letters = batch.messages().stream()
                .map(message -> world.ledger.letter(Letter.numberOf(message)))
                .toList();
        lane.offer(from, batch.sequence(), letters);
    }

    private Frame mutated(Frame frame) {
        if (world.mutation == Mutation.ANY_ROUND_COUNTS && frame instanceof Frame.Confirm confirm) {
            return new Frame.Confirm(
                    confirm.typeName(), lane(confirm.typeName()).license.round, confirm.generation(), confirm.warm());
        }
        if (world.mutation == Mutation.DECLINE_COUNTS && frame instanceof Frame.Decline decline) {
            return new Frame.Confirm(decline.typeName(), decline.round(), 0, Optional.empty());
        }
        return frame;
    }

    private NodeId sender(NodeId from, Frame frame) {
        boolean wrong = world.mutation == Mutation.WRONG_SENDER && frame instanceof Frame.Confirm;
        return wrong ? world.dice.pick(member.view).id() : from;
    }

    /** The mutated node confirms while it takes over, and goes on. */
    private boolean forgetful(NodeId from, Frame frame) {
        if (world.mutation == Mutation.PROMISE_FORGOTTEN
                && frame instanceof Frame.StandDown asked
                && lane(asked.typeName()).snapshot.state() == dev.singleton.SingletonStatus.State.TAKING_OVER) {
            send(from, new Frame.Confirm(asked.typeName(), asked.round(), 0, Optional.empty()));
            return true;
        }
        return false;
    }

    void refused(NodeId by, Frame frame) {
        world.trace.add(name, "refused", frame);
        if (frame instanceof Frame.Batch batch) {
            lane(batch.typeName()).refused(by, batch.sequence());
        } else if (!(frame instanceof Frame.BatchAnswer)) {
            world.judge.refused(this, by, frame);
            control.refused(by, frame);
        }
        world.judge.check(this);
    }

    // ---- from the instance, in order

    void toControl(String key, Event event) {
        lastPost = Math.max(lastPost, world.now() + world.dice.between(0, 2));
        later(lastPost - world.now(), () -> {
            world.trace.add(name, "learns", event);
            control.event(key, event);
        });
    }

    // ---- what the control path wishes

    @Override
    public void send(NodeId to, Frame frame) {
        world.judge.sends(this, frame);
        world.network.send(member, to, frame);
    }

    @Override
    public void arm(String typeName, Timer timer, long ticket, Duration delay) {
        long mine = ++arming;
        armed.put(typeName + timer, mine);
        later(delay.toMillis(), () -> {
            // A timer that was cancelled or replaced may fire all the same: now and then it does.
            if (armed.getOrDefault(typeName + timer, 0L) == mine || world.fault(0.05)) {
                control.fired(typeName, timer, ticket);
            }
        });
    }

    @Override
    public void cancel(String typeName, Timer timer) {
        armed.remove(typeName + timer);
    }

    @Override
    public void armResend(Duration delay) {
        long mine = ++resendArming;
        later(delay.toMillis(), () -> {
            if (mine == resendArming) {
                control.resend();
            }
        });
    }

    @Override
    public void startInstance(String typeName, Optional<Payload> warm) {
        lane(typeName).startInstance(warm);
    }

    @Override
    public void stopInstance(String typeName, StopReason reason) {
        world.trace.add(name, "stops", reason);
        lane(typeName).stopInstance(reason);
    }

    @Override
    public void access(String typeName, Access access) {
        world.trace.add(name, "access", access);
        lane(typeName).access(access);
    }

    @Override
    public void route(String typeName, Route route) {
        world.trace.add(name, "routes", route);
        lane(typeName).route(route);
    }

    @Override
    public void snapshot(String typeName, Snapshot snapshot) {
        world.trace.add(name, "is", snapshot);
        lane(typeName).snapshot = snapshot;
    }

    @Override
    public void introduced(NodeId to) {
        introduced.add(to);
    }

    @Override
    public void reborn(NodeId member) {
        lanes.values().forEach(lane -> lane.outbox.reborn(member));
    }

    @Override
    public void gone(NodeId gone) {
        lanes.values().forEach(lane -> lane.gone(gone));
    }

    @Override
    public void notice(String typeName, Notice notice) {
        world.trace.add(name, "notices", notice);
        SimLane lane = lane(typeName);
        if (notice instanceof Notice.TimedOut timedOut) {
            lane.license.silent.addAll(timedOut.silentPeers());
            world.judge.unproved(typeName);
        } else if (notice instanceof Notice.Latched) {
            lane.inRotation = false;
        }
    }

    @Override
    public void dropped(NodeId from, String why) {
        world.trace.add(name, "drops", why);
    }

    @Override
    public void restarted(long requestId, String error) {
        world.trace.add(name, "restarted", error);
    }
}
