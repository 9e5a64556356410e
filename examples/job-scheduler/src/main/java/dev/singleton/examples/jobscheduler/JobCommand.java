package dev.singleton.examples.jobscheduler;

import java.time.Instant;

/** What the job scheduler understands. */
public sealed interface JobCommand {

    /** Run this job once it is due. */
    record Schedule(String id, Instant due, String work) implements JobCommand {}

    /** Forget the job. */
    record Cancel(String id) implements JobCommand {}

    /** The scheduler's word to itself: this job is due. */
    record Due(String id) implements JobCommand {}

    /** Replies with a {@link JobStatus}. */
    record GetStatus() implements JobCommand {}

    /** A numbered message of a node, so that a watcher can count what arrives. */
    record Beat(String sender, long number) implements JobCommand {}
}
