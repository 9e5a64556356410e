package dev.singleton.it.liberty;

/** What the job scheduler of these tests is told and asked. */
public sealed interface JobCommand {

    /**
     * A job is to be remembered.
     *
     * @param job its name
     */
    record Schedule(String job) implements JobCommand {}

    /** Answered with a {@link JobStatus}. */
    record GetStatus() implements JobCommand {}
}
