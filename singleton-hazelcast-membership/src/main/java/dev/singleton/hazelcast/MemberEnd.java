package dev.singleton.hazelcast;

/** How a Hazelcast instance came to its end. */
enum MemberEnd {
    /** Somebody has shut it down, and the node has left before. */
    SHUT_DOWN("was shut down"),
    /** Somebody has terminated it, or Hazelcast itself has, with a lifecycle event. */
    TERMINATED("was terminated"),
    /** Hazelcast has ended it without an event. */
    BY_ITSELF("has ended itself without an event, as it does when a member leaves while its CP Subsystem is forming;"
            + " Hazelcast's own log lines before this one say why"),
    /** It was found not to run. */
    NOT_RUNNING("does not run any more");

    private final String text;

    MemberEnd(String text) {
        this.text = text;
    }

    /** Whether somebody decided so. */
    boolean wanted() {
        return this == SHUT_DOWN || this == TERMINATED;
    }

    /** A sentence. */
    String of(String instance) {
        return "The Hazelcast instance '" + instance + "' " + text;
    }
}
