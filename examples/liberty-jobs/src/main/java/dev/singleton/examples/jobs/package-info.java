/**
 * A job scheduler that lives once in a cluster of Open Liberty servers, and can be reached over HTTP on each of them.
 *
 * <p>The way of a request: {@link dev.singleton.examples.jobs.JobResource} turns it into a {@link
 * dev.singleton.examples.jobs.JobCommand} and asks the handle; {@link dev.singleton.examples.jobs.JobScheduler} gets it,
 * on whichever node it lives, writes into {@link dev.singleton.examples.jobs.JobStore} and replies.
 */
@NullMarked
package dev.singleton.examples.jobs;

import org.jspecify.annotations.NullMarked;
