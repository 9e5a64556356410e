package dev.singleton.examples.jobs;

import java.time.Instant;
import java.util.Optional;

/**
 * A job as the database knows it.
 *
 * @param due when it is to run, in milliseconds
 * @param ranOn the node whose scheduler ran it; empty while it waits, and when it was cancelled
 */
public record Job(String id, String task, Instant due, State state, Optional<String> ranOn) {

    /** Where a job stands. All but {@code WAITING} are final. */
    public enum State {
        WAITING,
        DONE,
        FAILED,
        CANCELLED
    }
}
