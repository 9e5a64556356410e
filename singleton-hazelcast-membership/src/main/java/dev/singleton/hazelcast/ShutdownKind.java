package dev.singleton.hazelcast;

import com.hazelcast.instance.impl.LifecycleServiceImpl;

/**
 * Whether Hazelcast shuts down gracefully or terminates. Its event does not say, and its services learn it too late: by
 * then CP sessions, and with them leases, are being closed. But the event comes on the caller's stack, which shows it.
 */
enum ShutdownKind {
    /** Time to hand over; also when the stack tells nothing, as waiting is bounded. */
    GRACEFUL,
    /** The application or Hazelcast itself wants to be gone at once. */
    TERMINATE;

    /** What runs on this thread, inside a lifecycle event. */
    static ShutdownKind current() {
        boolean terminate = StackWalker.getInstance()
                .walk(frames ->
                        frames.anyMatch(frame -> frame.getClassName().equals(LifecycleServiceImpl.class.getName())
                                && frame.getMethodName().equals("terminate")));
        return terminate ? TERMINATE : GRACEFUL;
    }
}
