package dev.singleton.simulation;

/** Gives back what the arbiter has of a node's questions: again and again, until it has confirmed that or is asked anew. */
final class Restitution {

    private final SimLease lease;
    /** The arbiter has confirmed that it has nothing of the questions up to this one. */
    private long done;

    Restitution(SimLease lease) {
        this.lease = lease;
    }

    boolean nothing(long question) {
        return done >= question;
    }

    void begin(long question) {
        World world = lease.node().world;
        if (lease.isLast(question) && done < question) {
            world.wire.toArbiter(lease.node().member, () -> world.arbiter.takesBack(lease, question));
            lease.node().onItsClock(world.scenario.lease().answerWithin() / 3, () -> begin(question));
        }
    }

    /** What the arbiter may still keep goes back when it would have run out there, unless it is asked for again. */
    void owed(long question) {
        long ttl = lease.node().world.scenario.lease().ttl();
        lease.node().onItsClock(ttl + ttl / 10, () -> {
            if (lease.isLast(question) && lease.idle()) {
                begin(question);
            }
        });
    }

    void done(long question) {
        done = Math.max(done, question);
    }
}
