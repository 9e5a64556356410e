package dev.singleton;

/** Which of the eligible members hosts a singleton: the first one in this order. */
public enum Placement {
    /** By numeric address, then port: known beforehand. A lower member that joins takes over. */
    ADDRESS,
    /** By the order of joining: a newcomer never moves a healthy singleton. */
    OLDEST,
    /**
     * By rendezvous hash of type name and member: many singletons share the nodes evenly, and a member that comes or
     * goes moves its own share only.
     */
    SPREAD
}
