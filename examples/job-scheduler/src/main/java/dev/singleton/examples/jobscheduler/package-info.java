/**
 * A job scheduler that is alive on one of three nodes. {@link dev.singleton.examples.jobscheduler.JobScheduler} is what
 * an application writes, {@link dev.singleton.examples.jobscheduler.Console} shows the handle in use; the rest starts
 * three JVMs and watches them.
 */
@NullMarked
package dev.singleton.examples.jobscheduler;

import org.jspecify.annotations.NullMarked;
