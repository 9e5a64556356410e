package dev.singleton.lease.cp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the arbiter keeps for this node, or may keep, session by session. Owner thread only. */
final class TypeLocks {

    private final Set<TypeLock> kept = new LinkedHashSet<>();
    private int session;

    void sessionBegins() {
        session++;
    }

    /** Its locks are gone; what is unsure may be locked in the session that silently followed. */
    void sessionIsOver() {
        kept.removeIf(lock -> !lock.unsure());
    }

    void locked(TypeLock lock) {
        lock.locked(session);
        kept.add(lock);
    }

    void doubt(TypeLock lock) {
        lock.doubt();
        kept.add(lock);
    }

    /**
     * Gives back what is kept of the lock; asks the arbiter nothing when that is nothing.
     *
     * @return whether the arbiter was asked
     */
    boolean free(ArbiterSession asked, TypeLock lock) {
        if (lock.unsure()) {
            asked.settle(lock.typeName());
        } else if (lock.lockedIn(session)) {
            asked.unlock(lock.typeName());
        } else {
            return false;
        }
        lock.free();
        kept.remove(lock);
        return true;
    }

    List<TypeLock> kept() {
        return List.copyOf(kept);
    }
}
