package dev.singleton.simulation;

import dev.singleton.StopReason;
import dev.singleton.manager.Event;
import dev.singleton.wire.Payload;
import java.nio.ByteBuffer;
import java.util.Optional;

/** An instance, as the shell would run it: one message at a time; drains when a stop is planned. Counts what it handles. */
final class SimInstance {

    private enum Life {
        STARTING,
        RUNNING,
        /** A new object is made in place of the one that threw; the mailbox stays. */
        RENEWING,
        DRAINING,
        /** Runs {@code postStop}. */
        ENDING,
        GONE
    }

    private static long serial(SimLane lane) {
        return ++lane.instances;
    }

    final SimLane lane;
    private final String name;
    private final World world;
    private final Optional<SimKeeper.Permit> permit;
    private Life life = Life.STARTING;
    private boolean busy;
    private boolean drain;
    private boolean ending;
    private boolean activated;
    private long count;

    SimInstance(SimLane lane, Optional<Payload> warm, Optional<SimKeeper.Permit> permit) {
        this.lane = lane;
        this.permit = permit;
        this.world = lane.world;
        this.name = lane.node.name + "/" + lane.key + serial(lane);
        warm.ifPresent(state -> count = ByteBuffer.wrap(state.bytes()).getLong());
    }

    String key() {
        return lane.key;
    }

    long count() {
        return count;
    }

    boolean idle() {
        return life == Life.RUNNING && !busy;
    }

    Optional<SimKeeper.Permit> permit() {
        return permit;
    }

    void start() {
        if (leased()) {
            // Until a thread is free for it.
            lane.node.loosely(world.dice.between(0, 3), this::begin);
        } else {
            begin();
        }
    }

    private void begin() {
        if (life == Life.GONE) {
            return;
        }
        if (leaseIsOver()) {
            life = Life.GONE;
            lane.noInstance(this);
            lane.toControl(new Event.InstanceStopped(Optional.empty()));
            return;
        }
        if (leased()) {
            world.leaseJudge.begins(this);
        }
        world.census.began(this);
        lane.later(world.dice.between(1, world.scenario.slowestStart()), this::started);
    }

    private void started() {
        if (world.scenario.profile().throwing() && world.fault(0.2)) {
            gone();
            lane.toControl(new Event.ActivationFailed());
            return;
        }
        life = Life.RUNNING;
        activated = true;
        lane.toControl(new Event.InstanceStarted());
        wake();
    }

    private boolean leased() {
        return world.scenario.layer().leased();
    }

    /** By the node's own clock; who finds it says so. */
    private boolean leaseIsOver() {
        if (!leased() || permit.filter(SimKeeper.Permit::valid).isPresent()) {
            return false;
        }
        permit.ifPresent(SimKeeper.Permit::over);
        return true;
    }

    /** There may be something in the mailbox. */
    void wake() {
        if (busy || (life != Life.RUNNING && life != Life.DRAINING)) {
            return;
        }
        if (world.mutation != Mutation.LEASE_NOT_LOOKED_AT && leaseIsOver()) {
            end(false);
            return;
        }
        Letter next = lane.take();
        if (next != null) {
            busy = true;
            long takes = world.dice.between(0, world.scenario.slowestMessage());
            if (leased()) {
                world.leaseJudge.handles(this);
                lane.node.member.hangsNow();
                lane.later(world.dice.between(0, takes), this::write);
            }
            lane.later(takes, () -> handled(next));
        } else if (life == Life.DRAINING) {
            end(true);
        }
    }

    /** In the middle of a message: a pause may have come since the look at the lease. */
    private void write() {
        permit.filter(known -> life != Life.GONE).ifPresent(known -> world.store.write(this, known));
    }

    private void handled(Letter letter) {
        busy = false;
        count++;
        world.ledger.handled(letter, this);
        if (life == Life.ENDING) {
            end(false);
        } else if (world.scenario.profile().throwing() && world.fault(0.1)) {
            misbehave();
        } else {
            wake();
        }
    }

    private void misbehave() {
        if (world.dice.chance(0.5)) {
            drain = life == Life.DRAINING;
            life = Life.RENEWING;
            lane.later(world.dice.between(1, world.scenario.slowestStart()), this::renewed);
        } else {
            StopReason reason = world.dice.chance(0.5) ? StopReason.FAILURE : StopReason.STOP_SELF;
            life = Life.ENDING;
            lane.later(stopTime(), () -> {
                gone();
                lane.toControl(new Event.InstanceDied(reason));
            });
            dying = true;
        }
    }

    /** It ends by itself, and says so; a stop that is asked for meanwhile changes nothing. */
    private boolean dying;

    private void renewed() {
        if (life == Life.RENEWING && leaseIsOver()) {
            gone();
            lane.toControl(new Event.InstanceStopped(Optional.empty()));
        } else if (life == Life.RENEWING) {
            life = drain ? Life.DRAINING : Life.RUNNING;
            wake();
        }
    }

    void stop(StopReason reason) {
        if (dying || ending || life == Life.GONE) {
            return;
        }
        if (world.mutation == Mutation.STOPPED_BEFORE_POST_STOP) {
            lane.toControl(new Event.InstanceStopped(Optional.empty()));
        }
        if (reason.planned()) {
            drain = true;
            if (life != Life.RENEWING) {
                life = Life.DRAINING;
                wake();
            }
        } else {
            life = Life.ENDING;
            if (!busy) {
                end(false);
            }
        }
    }

    private void end(boolean planned) {
        life = Life.ENDING;
        ending = true;
        lane.later(stopTime(), () -> {
            gone();
            if (world.mutation == Mutation.STOPPED_BEFORE_POST_STOP
                    || (world.mutation == Mutation.STOP_UNREPORTED && world.dice.chance(0.1))) {
                return;
            }
            lane.toControl(new Event.InstanceStopped(planned ? Optional.of(state()) : Optional.empty()));
        });
    }

    private long stopTime() {
        return world.dice.between(1, world.scenario.slowestStop());
    }

    private Payload state() {
        long shown = world.mutation == Mutation.STALE_STATE ? count / 2 : count;
        return Payload.of(ByteBuffer.allocate(Long.BYTES).putLong(shown).array());
    }

    private void gone() {
        life = Life.GONE;
        world.census.ended(this);
        if (activated) {
            world.judge.ended(this);
        }
        lane.noInstance(this);
    }

    /** The process died. */
    void killed() {
        if (life != Life.GONE) {
            life = Life.GONE;
            world.census.ended(this);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
