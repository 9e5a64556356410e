package dev.singleton.manager;

/** What a state of a manager has to do with the lease. */
enum LeaseUse {
    /** Has no use for it, and gives back what there is. */
    NONE,
    /** Asks for it. */
    WANTED,
    /** May have an instance: keeps it, and begins with it. */
    IN_USE
}
