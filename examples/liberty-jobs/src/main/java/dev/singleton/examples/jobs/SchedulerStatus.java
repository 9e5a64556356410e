package dev.singleton.examples.jobs;

import java.util.List;
import java.util.Optional;

/**
 * What the scheduler says of itself.
 *
 * @param host the node that it lives on
 * @param fencingToken of its lease; empty without one
 * @param runs jobs run since the last cold start; planned moves keep the number, a crash does not
 * @param jobs those that are due last first, at most {@value #MOST_JOBS}
 */
public record SchedulerStatus(String host, Optional<Long> fencingToken, long runs, List<Job> jobs) {

    /** A reply is one message between nodes: bounded. */
    static final int MOST_JOBS = 500;
}
