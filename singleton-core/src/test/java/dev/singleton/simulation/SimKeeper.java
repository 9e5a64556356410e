package dev.singleton.simulation;

import dev.singleton.manager.Event;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The node's side of its lease, as the shell keeps it: a loss makes it invalid at once, and only then becomes an event. */
final class SimKeeper {

    private static final long LOOK = 500;

    /** What one instance has: the lease under which it was started, and no later one. */
    final class Permit {
        final long attempt;
        final SimArbiter.Grant grant;

        Permit(long attempt, SimArbiter.Grant grant) {
            this.attempt = attempt;
            this.grant = grant;
        }

        boolean valid() {
            return permit == this && lease.valid();
        }

        void over() {
            SimKeeper.this.over(this, "found by the instance");
        }

        /** What the arbiter says, whatever the node believes. */
        boolean reallyHeld() {
            return lane.world.arbiter.holds(lease, grant.token());
        }
    }

    private final SimLane lane;
    private final SimLease lease;
    private @Nullable Permit permit;
    /** The last attempt whose grant the manager has heard of. */
    long heardOf;

    SimKeeper(SimLane lane) {
        this.lane = lane;
        this.lease = new SimLease(lane, this);
    }

    SimLease lease() {
        return lease;
    }

    void acquire(long attempt) {
        lane.world.leaseJudge.asks(lane);
        if (!lane.node.hasPlace()) {
            lane.node.loosely(lane.world.dice.between(0, 20), () -> refused(attempt, "it has no place yet"));
            return;
        }
        lease.acquire(attempt);
    }

    void release() {
        lane.world.leaseJudge.releases(lane);
        permit = null;
        lease.release();
    }

    void close() {
        permit = null;
        lease.rest();
    }

    /** For an instance that is started now; empty when it was lost already. */
    Optional<Permit> permit() {
        return Optional.ofNullable(permit);
    }

    // ---- from the provider

    void granted(long attempt, SimArbiter.Grant grant) {
        Permit given = new Permit(attempt, grant);
        permit = given;
        lane.toControl(new Event.LeaseGranted(attempt, grant.token()));
        lookAfter(given);
    }

    /** The control thread finds a loss that was not told, as after a pause. */
    private void lookAfter(Permit given) {
        lane.node.onItsClock(LOOK, () -> {
            if (permit == given) {
                if (!given.valid()) {
                    over(given, "found by the node");
                } else {
                    lookAfter(given);
                }
            }
        });
    }

    void refused(long attempt, String why) {
        lane.toControl(new Event.LeaseRefused(attempt, why));
    }

    void released() {
        lane.toControl(new Event.LeaseReleased());
    }

    void lost(String reason) {
        Permit held = permit;
        if (held != null) {
            over(held, reason);
        }
    }

    private void over(Permit held, String reason) {
        if (permit == held) {
            permit = null;
            lane.world.leaseJudge.lost();
            lane.toControl(new Event.LeaseLost(held.attempt, reason));
            if (lane.world.mutation == Mutation.ACQUIRED_WHILE_DRAINING) {
                acquire(held.attempt);
            }
        }
    }
}
