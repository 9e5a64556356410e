/**
 * The lease provider {@code cp}: one lock of Hazelcast's CP Subsystem for each singleton.
 *
 * <p>Start reading at {@link dev.singleton.lease.cp.CpLeaseProvider}. A node has three threads, because a call into the CP
 * Subsystem can hang for two minutes when the majority is gone, whatever its time-out:
 *
 * <ul>
 *   <li>{@code Owner} makes all calls that lock and unlock ({@code LockWork}), and nothing else; it alone may hang. Locks belong to a session
 *       and a thread, so it is one thread for all types, and it is never replaced.
 *   <li>The watch of {@code CpNode} counts the time: it answers attempts, tells losses and fails releases when the owner
 *       does not come back. It never calls the CP Subsystem.
 *   <li>{@code Healer} keeps this member's place in the CP Subsystem over restarts.
 * </ul>
 *
 * <p>A {@code CpLease} is what the library sees. {@code Arbiter} and {@code ArbiterSession} are the door to Hazelcast.
 */
@NullMarked
package dev.singleton.lease.cp;

import org.jspecify.annotations.NullMarked;
