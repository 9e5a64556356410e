package dev.singleton.lease.cp;

/** This node's session is over, and with it every lease that was held in it. */
final class SessionLost extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean free;

    private SessionLost(String message, boolean free, Throwable cause) {
        super(message, cause);
        this.free = free;
    }

    /** The arbiter has closed it: all its locks are free. */
    static SessionLost closed(String message, Throwable cause) {
        return new SessionLost(message, true, cause);
    }

    /** It cannot be used any more; the arbiter keeps its locks until they have run out. */
    static SessionLost abandoned(String message, Throwable cause) {
        return new SessionLost(message, false, cause);
    }

    /** Whether the arbiter has freed what was locked. */
    boolean free() {
        return free;
    }
}
