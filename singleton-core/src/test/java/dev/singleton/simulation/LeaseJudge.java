package dev.singleton.simulation;

import dev.singleton.SingletonStatus.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The promises of a lease. It knows the true time, which is the arbiter's, and each node's clock. It looks at whether two
 * leases are valid at once whenever one is prolonged: what is valid at once was valid at the later of the two moments.
 */
final class LeaseJudge {

    private final World world;
    private final List<SimLease> all = new ArrayList<>();
    private final Map<String, Long> lastToken = new HashMap<>();
    private final Map<String, Long> freeSince = new HashMap<>();
    private long granted;
    private long lost;
    private long late;
    private long outlived;
    private long unused;

    LeaseJudge(World world) {
        this.world = world;
    }

    void watch(SimLease lease) {
        all.add(lease);
    }

    void granted(String key, long token) {
        granted++;
        long last = lastToken.getOrDefault(key, 0L);
        if (token <= last) {
            world.fail("tokens grow: " + token + " was granted for " + key + " after " + last);
        }
        lastToken.put(key, token);
        Long free = freeSince.remove(key);
        unused += free == null ? 0 : world.now() - free;
    }

    void takenBack(String key) {
        freeSince.put(key, world.now());
    }

    void extended(SimLease lease) {
        if (!lease.valid()) {
            return;
        }
        if (!world.arbiter.holds(lease, lease.token())) {
            world.fail("what is valid by a node's clock is held at the arbiter: " + lease);
        }
        for (SimLease other : all) {
            boolean lives = !other.node().closed() && !other.node().member.dead;
            if (other != lease && other.key().equals(lease.key()) && lives && other.valid()) {
                world.fail("never two leases are valid at once: " + lease + " and " + other);
            }
        }
    }

    // ---- what a node does

    void asks(SimLane lane) {
        if (lane.instance != null) {
            world.fail("a lease is asked for when the instance is gone: " + lane + " asks, alive is " + lane.instance);
        }
        if (lane.license.now != State.TAKING_OVER) {
            world.fail("only who takes over asks for the lease: " + lane + " is " + lane.license.now);
        }
    }

    void releases(SimLane lane) {
        if (lane.instance != null) {
            world.fail("a lease is given back after postStop: " + lane + " releases, alive is " + lane.instance);
        }
    }

    void begins(SimInstance instance) {
        mayRun("no instance is started without a valid lease", instance);
    }

    void handles(SimInstance instance) {
        mayRun("no message is begun without a valid lease", instance);
    }

    private void mayRun(String promise, SimInstance instance) {
        boolean valid = instance.permit().filter(SimKeeper.Permit::valid).isPresent();
        boolean held = instance.permit().filter(SimKeeper.Permit::reallyHeld).isPresent();
        if (!valid || !held) {
            world.fail(promise + ": " + instance + (valid ? " believes to have one" : " has none"));
        }
    }

    /** Two are alive: only one of them may handle anything. */
    void overlap(SimInstance fresh, SimInstance old) {
        outlived++;
        if (old.permit().filter(SimKeeper.Permit::valid).isPresent() || world.scenario.lossless()) {
            world.fail("never two instances under valid leases: " + fresh + " begins, and " + old + " is alive");
        }
    }

    void lost() {
        lost++;
    }

    void late() {
        late++;
    }

    /** What holds after every event: nobody keeps a lease that he has no use for. */
    void check(SimLane lane) {
        SimKeeper keeper = lane.keeper();
        State state = lane.license.now;
        boolean useless = switch (state) {
            case REF, OUT, STANDBY, PAUSING -> true;
            case TAKING_OVER, STARTING, HOSTING, STOPPING -> false;
        };
        boolean kept = keeper.permit()
                .filter(permit -> permit.attempt <= keeper.heardOf)
                .isPresent();
        if (useless && kept) {
            world.fail("no lease is held over an instance that is gone, or out of rotation: " + lane + " is " + state);
        }
    }

    /**
     * What came of the leases of one seed.
     *
     * @param unused milliseconds for which what was given back waited for the next one
     */
    record Count(long granted, long lost, long late, long outlived, long accepted, long refused, long unused) {
        static final Count NONE = new Count(0, 0, 0, 0, 0, 0, 0);

        Count plus(Count more) {
            return new Count(
                    granted + more.granted,
                    lost + more.lost,
                    late + more.late,
                    outlived + more.outlived,
                    accepted + more.accepted,
                    refused + more.refused,
                    unused + more.unused);
        }

        @Override
        public String toString() {
            return granted + " leases granted, " + lost + " lost, " + late + " too late; " + outlived
                    + " instances outlived theirs while the next one began; the store took " + accepted
                    + " writes and refused " + refused + " stale ones";
        }
    }

    Count count() {
        return new Count(granted, lost, late, outlived, world.store.accepted(), world.store.refused(), unused);
    }
}
