package dev.singleton.examples.jobscheduler;

import java.util.List;

/**
 * What the scheduler answers.
 *
 * @param host the node that it lives on
 * @param waiting the jobs that are not due yet
 * @param done how many have run, over all hosts that handed their state on
 */
public record JobStatus(String host, List<String> waiting, long done) {}
