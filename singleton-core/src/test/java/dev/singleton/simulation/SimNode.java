package dev.singleton.simulation;

import dev.singleton.NodeId;
import dev.singleton.StopReason;
import dev.singleton.control.Control;
import dev.singleton.control.ControlPort;
import dev.singleton.control.Notice;
import dev.singleton.control.Snapshot;
import dev.singleton.manager.Access;
import dev.singleton.manager.Event;
import dev.singleton.manager.Timer;
import dev.singleton.proxy.Route;
import dev.singleton.spi.Membership;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Terms;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One life of a singleton node: the real {@link Control} in a simulated shell. */
final class SimNode implements ControlPort {

    final World world;
    final SimMember member;
    final String name;
    final Control control;
    final Map<String, SimLane> lanes = new LinkedHashMap<>();
    final Departure departure;

    boolean up;
    long upSince;
    boolean leaving;
    private boolean closed;

    private final SimTimers timers;
    private final Postman postman;
    private long lastPost;
    private long requests;
    /** From then on the arbiter knows this node. */
    private final long placeAt;

    SimNode(World world, SimMember member) {
        this.world = world;
        this.member = member;
        long life = ++member.lives;
        this.name = life == 1 ? member.name : member.name + "." + life;
        this.control = new Control(member.id, life, member.roles, this, (key, before, event, after) -> {
            world.coverage.met(before, event);
            lane(key).stepped(before, event, after);
        });
        this.timers = new SimTimers(this);
        this.postman = new Postman(this);
        this.departure = new Departure(this);
        this.placeAt = world.now() + world.scenario.placeAfter(member.name, life);
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

    /** The same on a thread of its own. */
    void loosely(long delay, Runnable action) {
        member.loosely(delay, () -> {
            if (!closed) {
                action.run();
                world.judge.check(this);
            }
        });
    }

    /** The same when so much has passed on the node's own clock. */
    void onItsClock(long delay, Runnable action) {
        loosely(member.trueTime(delay), action);
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
        boolean granted = !world.scenario.layer().leased() || world.now() >= placeAt;
        control.start(key, world.scenario.terms(key), world.scenario.settings(key), granted);
        if (!granted) {
            later(placeAt - world.now(), () -> {
                if (lane(key).inRotation) {
                    world.trace.add(name, "has a place", key);
                    control.granted(key);
                }
            });
        }
    }

    /** Whether the arbiter grants anything to this node yet. */
    boolean hasPlace() {
        return world.now() >= placeAt;
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

    void close() {
        world.trace.add(name, "closes", "");
        closed = true;
        member.departed = world.now();
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

    void received(NodeId from, Frame frame) {
        postman.received(from, frame);
    }

    void refused(NodeId by, Frame frame) {
        postman.refused(by, frame);
    }

    @Override
    public String toString() {
        return name;
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
        if (world.mutation == Mutation.RELEASE_NOT_TOLD && world.judge.saidBefore(this, to, frame)) {
            return;
        }
        world.judge.sends(this, to, frame);
        world.network.send(member, to, frame);
    }

    @Override
    public void arm(String typeName, Timer timer, long ticket, Duration delay) {
        timers.arm(typeName + timer, delay, () -> control.fired(typeName, timer, ticket));
    }

    @Override
    public void cancel(String typeName, Timer timer) {
        timers.cancel(typeName + timer);
    }

    @Override
    public void armResend(Duration delay) {
        timers.arm("resend", delay, control::resend);
    }

    @Override
    public void acquireLease(String typeName, long attempt) {
        lane(typeName).keeper().acquire(attempt);
    }

    @Override
    public void lookAgain(String typeName) {
        lane(typeName).keeper().lease().lookAgain();
    }

    @Override
    public void releaseLease(String typeName) {
        lane(typeName).keeper().release();
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
        postman.introduced(to);
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
