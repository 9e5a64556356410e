package dev.singleton.examples.jobs;

/**
 * The job is in the database.
 *
 * @param created false when it was there already
 */
public record Scheduled(Job job, boolean created) {}
