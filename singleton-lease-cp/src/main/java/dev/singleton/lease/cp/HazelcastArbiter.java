package dev.singleton.lease.cp;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.CPSubsystem;
import com.hazelcast.cp.IAtomicLong;
import com.hazelcast.cp.lock.FencedLock;
import com.hazelcast.cp.lock.exception.LockOwnershipLostException;

/** The CP Subsystem of one member, as the arbiter. */
final class HazelcastArbiter implements Arbiter {

    private final HazelcastInstance hz;
    private final String group;
    /** The largest epoch that was seen: an arbiter that was reset begins after it. */
    private long lastEpoch;

    HazelcastArbiter(HazelcastInstance hz, String group) {
        this.hz = hz;
        this.group = group;
    }

    @Override
    public ArbiterSession open() {
        CPSubsystem cp = hz.getCPSubsystem();
        // Each session owns a numbered slot. Numbers are taken anew instead of naming the node in the lock, because the
        // CP Subsystem keeps the name of every lock for ever. isLocked asks first: a refused tryLock leaves a trace.
        for (int slot = 0; ; slot++) {
            FencedLock anchor = cp.getLock("singleton/anchor/" + slot + "@" + group);
            if (free(anchor) && anchor.tryLock()) {
                HazelcastSession session = new HazelcastSession(cp, group, slot, anchor, epoch(cp));
                session.prove();
                lastEpoch = session.epoch();
                return session;
            }
        }
    }

    private static boolean free(FencedLock anchor) {
        try {
            return !anchor.isLocked();
        } catch (LockOwnershipLostException stale) {
            // Hazelcast's object for the lock tells once that our earlier session is over.
            return !anchor.isLocked();
        }
    }

    /** The epoch, which whoever needs it first in this incarnation has set. Read while the anchor is held: see prove(). */
    private long epoch(CPSubsystem cp) {
        IAtomicLong epoch = cp.getAtomicLong("singleton/epoch@" + group);
        long begun = epoch.get();
        if (begun != 0) {
            return begun;
        }
        // A compareAndSet that was sent twice may deny what it has done: only what is there then counts.
        boolean unusedAnswer = epoch.compareAndSet(0, Math.max(System.currentTimeMillis(), lastEpoch + 1));
        return epoch.get();
    }
}
