package dev.singleton.it.liberty;

import java.util.List;

/**
 * What the job scheduler knows.
 *
 * @param jobs what was scheduled, in this order
 */
public record JobStatus(List<String> jobs) {}
