package dev.singleton.examples.jobs;

/**
 * The body of an answer that is no success.
 *
 * @param error what went wrong, and what to do
 */
public record Problem(String error) {}
