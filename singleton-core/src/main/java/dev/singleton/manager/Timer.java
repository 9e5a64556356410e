package dev.singleton.manager;

/** The timers of a manager. Each fires once after it was armed; arming again replaces it. */
public enum Timer {
    /** Ask the members that have not confirmed once more. */
    REASK,
    /** Silent members have been waited for long enough. */
    HAND_OVER,
    /** Start an instance after a death or a failed activation. */
    RETRY,
    /** The state of a stopped instance has waited long enough for somebody to ask for it. */
    PARTING,
    /** Ask for the lease again; its tickets are the numbers of the attempts. */
    LEASE
}
