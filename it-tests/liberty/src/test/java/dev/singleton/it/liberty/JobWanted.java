package dev.singleton.it.liberty;

/**
 * A CDI event inside of one application.
 *
 * @param job its name
 */
public record JobWanted(String job) {}
