package dev.singleton.lease.cp;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.cp.CPSubsystem;
import com.hazelcast.cp.exception.CPGroupDestroyedException;
import com.hazelcast.cp.lock.FencedLock;
import com.hazelcast.cp.lock.exception.LockOwnershipLostException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One CP session of this member and the owner thread. Hazelcast opens it with the first lock and replaces it silently, so
 * the session is known by its <em>anchor</em>: a lock that is taken first and held to the end.
 *
 * <p>The sign of life is a lock and an unlock of the <em>pulse</em>, which is free in between, and a look at the anchor
 * after it. Locking the anchor once more would do, too, but Hazelcast remembers each re-entrant call until the lock is
 * free, and runs out of memory (hazelcast#17709). Looking at the anchor alone renews nothing.
 */
final class HazelcastSession implements ArbiterSession {

    private final CPSubsystem cp;
    private final String group;
    private final int slot;
    private final FencedLock anchor;
    private final Epoch epoch;
    private final Map<String, FencedLock> locks = new HashMap<>();
    /** Types for which a pulse stays locked, and whose own lock is not known to be free yet. */
    private final Set<String> pledges = new HashSet<>();

    private FencedLock pulse;
    private int pulses;

    HazelcastSession(CPSubsystem cp, String group, int slot, FencedLock anchor, Epoch epoch) {
        this.cp = cp;
        this.group = group;
        this.slot = slot;
        this.anchor = anchor;
        this.epoch = epoch;
        this.pulse = nextPulse();
    }

    @Override
    public List<Long> tokens(List<Long> fences) {
        return answered(() -> epoch.tokens(fences));
    }

    @Override
    public void prove() {
        answered(() -> {
            onPulse(HazelcastSession::lockPulse);
            onPulse(FencedLock::unlock);
            // The anchor is held in this session, so the pulse was in this session too: Hazelcast never goes back to
            // one.
            if (!anchor.isLockedByCurrentThread()) {
                throw new LockOwnershipLostException("the anchor of slot " + slot + " is not ours any more");
            }
            return true;
        });
    }

    private void onPulse(Consumer<FencedLock> call) {
        try {
            call.accept(pulse);
        } catch (LockOwnershipLostException lost) {
            throw lost;
        } catch (RuntimeException | Error unanswered) {
            // It may be locked now, and Hazelcast would count one lock too few for this session if we unlocked it; if
            // we
            // locked it once more, Hazelcast would keep a trace of each time.
            pulse = nextPulse();
            throw unanswered;
        }
    }

    private static void lockPulse(FencedLock pulse) {
        if (!pulse.tryLock()) {
            throw new LockOwnershipLostException("the pulse " + pulse.getName() + " cannot be locked");
        }
    }

    private FencedLock nextPulse() {
        return cp.getLock("singleton/pulse/" + slot + "." + pulses++ + "@" + group);
    }

    @Override
    public boolean taken(String typeName) {
        return ofType(typeName, FencedLock::isLocked);
    }

    @Override
    public long tryLock(String typeName) {
        return ofType(typeName, FencedLock::tryLockAndGetFence);
    }

    @Override
    public void unlock(String typeName) {
        ofType(typeName, HazelcastSession::unlock);
    }

    private static boolean unlock(FencedLock lock) {
        try {
            lock.unlock();
            return true;
        } catch (LockOwnershipLostException lost) {
            throw lost;
        } catch (IllegalMonitorStateException notOurs) {
            // An unlock before this one was done, and its answer was lost.
            return false;
        }
    }

    @Override
    public void settle(String typeName) {
        ofType(typeName, lock -> {
            if (!lock.isLockedByCurrentThread()) {
                pledges.remove(typeName);
                return false;
            }
            // Hazelcast counts the locks of a session, may not have counted this one, and drops a session with none:
            // a pulse stays locked in its place. One is enough, however often the unlocking is tried.
            if (!pledges.contains(typeName)) {
                onPulse(HazelcastSession::lockPulse);
                pulse = nextPulse();
                pledges.add(typeName);
            }
            boolean unlocked = unlock(lock);
            pledges.remove(typeName);
            return unlocked;
        });
    }

    private <T> T ofType(String typeName, Function<FencedLock, T> call) {
        return answered(() -> {
            FencedLock lock = lock(typeName);
            try {
                return call.apply(lock);
            } catch (LockOwnershipLostException stale) {
                // Hazelcast's object for a lock tells once that an earlier session is over; the anchor knows of this
                // one.
                if (!anchor.isLockedByCurrentThread()) {
                    throw stale;
                }
                return call.apply(lock);
            }
        });
    }

    @Override
    public void close() {
        answered(() -> {
            anchor.unlock();
            return true;
        });
    }

    /** The full name, so that no two types share a lock; escaped, because Hazelcast reads an @ in it. */
    private FencedLock lock(String typeName) {
        return locks.computeIfAbsent(
                typeName,
                name -> cp.getLock("singleton/type/" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "@" + group));
    }

    private static <T> T answered(Supplier<T> call) {
        try {
            return call.get();
        } catch (LockOwnershipLostException | CPGroupDestroyedException closed) {
            throw SessionLost.closed("the CP session was closed: " + closed.getMessage(), closed);
        } catch (HazelcastInstanceNotActiveException stopped) {
            throw SessionLost.abandoned("the Hazelcast instance is not running", stopped);
        }
    }
}
