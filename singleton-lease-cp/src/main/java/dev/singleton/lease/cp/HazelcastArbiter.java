package dev.singleton.lease.cp;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.CPSubsystem;
import com.hazelcast.cp.lock.FencedLock;
import com.hazelcast.cp.lock.exception.LockOwnershipLostException;

/** The CP Subsystem of one member, as the arbiter. */
final class HazelcastArbiter implements Arbiter {

    private final HazelcastInstance hz;
    private final String group;
    private final LargestTokens tokens;

    HazelcastArbiter(HazelcastInstance hz, String group, LargestTokens tokens) {
        this.hz = hz;
        this.group = group;
        this.tokens = tokens;
    }

    @Override
    public ArbiterSession open() {
        CPSubsystem cp = hz.getCPSubsystem();
        // Each session owns a numbered slot. Numbers are taken anew instead of naming the node in the lock, because the
        // CP Subsystem keeps the name of every lock for ever. isLocked asks first: a refused tryLock leaves a trace.
        for (int slot = 0; ; slot++) {
            FencedLock anchor = cp.getLock("singleton/anchor/" + slot + "@" + group);
            if (free(anchor) && anchor.tryLock()) {
                return open(cp, slot, anchor);
            }
        }
    }

    private ArbiterSession open(CPSubsystem cp, int slot, FencedLock anchor) {
        try {
            Epoch epoch = new Epoch(
                    cp.getAtomicLong("singleton/epoch@" + group),
                    tokens,
                    hz.getConfig().getClusterName() + "/" + group);
            HazelcastSession session = new HazelcastSession(cp, group, slot, anchor, epoch);
            epoch.begin();
            session.prove();
            return session;
        } catch (RuntimeException | Error failed) {
            try {
                // Else the slot stays locked for as long as this member lives: the next try takes another one.
                anchor.unlock();
            } catch (RuntimeException unansweredToo) {
                failed.addSuppressed(unansweredToo);
            }
            throw failed;
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
}
