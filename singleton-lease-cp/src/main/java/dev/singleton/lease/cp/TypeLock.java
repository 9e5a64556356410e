package dev.singleton.lease.cp;

/**
 * What the arbiter keeps of one type for this node, as far as the owner thread knows. Owner thread only.
 *
 * <p>{@code lockedIn} is the number of the session that holds the lock, 0 when none does. {@code unsure} is set when a lock
 * call was not answered, or when its session turned out to be over: then there may be a lock in the present session. {@code
 * refused} is set when the arbiter keeps the trace of a refused tryLock: the next one is preceded by a look. {@code hold}
 * counts the locks, so that work for an earlier one does not meet a later one.
 */
final class TypeLock {

    private final String typeName;
    private int lockedIn;
    private boolean unsure;
    private boolean refused;
    private int hold;

    TypeLock(String typeName) {
        this.typeName = typeName;
    }

    String typeName() {
        return typeName;
    }

    boolean lockedIn(int session) {
        return lockedIn == session;
    }

    boolean unsure() {
        return unsure;
    }

    boolean refused() {
        return refused;
    }

    int hold() {
        return hold;
    }

    void locked(int session) {
        lockedIn = session;
        refused = false;
        hold++;
    }

    void refuse() {
        refused = true;
    }

    void doubt() {
        unsure = true;
    }

    void free() {
        lockedIn = 0;
        unsure = false;
    }
}
