package dev.singleton.examples.jobs;

import java.time.Instant;

/**
 * What the job scheduler understands. Messages are immutable and travel between the nodes: records of plain values, and
 * sealed, so that the library knows all of them when the application starts.
 */
public sealed interface JobCommand {

    /** Run this task once it is due. Replies with {@link Scheduled}; a known id changes nothing, so it may be repeated. */
    record Schedule(String id, String task, Instant due) implements JobCommand {}

    /** Do not run the job, if it still waits. Replies with {@link JobAnswer}. */
    record Cancel(String id) implements JobCommand {}

    /** Replies with {@link JobAnswer}. */
    record GetJob(String id) implements JobCommand {}

    /** Replies with {@link SchedulerStatus}. */
    record GetStatus() implements JobCommand {}

    /** The scheduler's word to itself, by a timer: this job is due. */
    record Due(String id) implements JobCommand {}
}
