/**
 * Whole clusters in one thread: the real {@code Control}, {@code Outbox} and {@code Inbox} of every node on a virtual
 * clock, with a network, a membership and instances that misbehave as a seed says. Read {@link
 * dev.singleton.simulation.Simulation} first, then {@link dev.singleton.simulation.Judge}, which knows the promises.
 */
@NullMarked
package dev.singleton.simulation;

import org.jspecify.annotations.NullMarked;
