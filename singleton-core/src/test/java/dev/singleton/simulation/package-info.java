/**
 * Whole clusters in one thread: the real {@code Control}, {@code Outbox} and {@code Inbox} of every node on a virtual
 * clock, with a network, a membership and instances that misbehave as a seed says. Read {@link
 * dev.singleton.simulation.Simulation} first, then {@link dev.singleton.simulation.Judge}, which knows the promises.
 *
 * <p>What keeps two instances from running at once is simulated layer by layer ({@link dev.singleton.simulation.Layer}).
 * With a lease there is an arbiter, whose clock tells the true time; the provider and the shell around it are models that
 * keep the contract of {@code dev.singleton.spi.Lease}, and {@link dev.singleton.simulation.LeaseJudge} knows the promises.
 */
@NullMarked
package dev.singleton.simulation;

import org.jspecify.annotations.NullMarked;
