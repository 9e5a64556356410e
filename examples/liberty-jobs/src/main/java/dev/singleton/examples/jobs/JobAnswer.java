package dev.singleton.examples.jobs;

import java.util.Optional;

/**
 * A job as it is now.
 *
 * @param job empty when nobody knows it
 */
public record JobAnswer(Optional<Job> job) {}
