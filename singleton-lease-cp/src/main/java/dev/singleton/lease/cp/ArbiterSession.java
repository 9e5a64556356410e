package dev.singleton.lease.cp;

import java.util.List;

/**
 * The session in which this node holds its locks. Its calls may hang for minutes. A {@link SessionLost} says that the session
 * is over; any other exception says that there was no answer, and what was asked for may have been done or may yet be.
 */
interface ArbiterSession {

    /** The fencing tokens of locks that were taken before this call, with these fences, in that order; at least one. */
    List<Long> tokens(List<Long> fences);

    /** Returns when the arbiter has renewed this session, and this one has held its locks all the time. */
    void prove();

    /** Whether anybody holds the lock. Leaves no trace at the arbiter. */
    boolean taken(String typeName);

    /** Tries to lock, without waiting: the fence, or 0 when somebody else holds it. */
    long tryLock(String typeName);

    /** Unlocks what this session has locked; does nothing when the arbiter knows of no lock. */
    void unlock(String typeName);

    /** Unlocks what an unanswered {@link #tryLock} may have locked. */
    void settle(String typeName);

    /** Gives up what the session itself needs; all locks have been released. */
    void close();
}
