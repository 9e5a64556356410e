package dev.singleton.examples.jobs;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.WarmHandOver;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The one scheduler of the cluster.
 *
 * <p>Its methods are called one after the other, so there is no lock here, and a look into the table with a write after it
 * needs none. The schedule is in the database, the timers only remind of it: a new instance, after a move or a crash, reads
 * the table and goes on.
 */
@Singleton("job-scheduler")
public class JobScheduler implements SingletonActor<JobCommand>, WarmHandOver {

    private static final Logger LOGGER = System.getLogger(JobScheduler.class.getName());

    private long runs;

    @Inject
    JobStore store;

    @Inject
    JobRunner runner;

    @Inject
    @ConfigProperty(name = "jobs.node")
    String node;

    /** When this fails, because the database is away, it is tried again, and messages wait. */
    @Override
    public void preStart(SingletonContext<JobCommand> context) throws SQLException {
        store.createTables();
        store.takeOver(context).forEach(job -> arm(job, context));
    }

    /** An exception fails the ask, and makes a new instance, which reads the table again. */
    @Override
    public void receive(JobCommand command, SingletonContext<JobCommand> context) throws SQLException {
        if (command instanceof JobCommand.Schedule schedule) {
            context.reply(schedule(schedule, context));
        } else if (command instanceof JobCommand.Cancel cancel) {
            context.reply(cancel(cancel.id(), context));
        } else if (command instanceof JobCommand.GetJob get) {
            context.reply(new JobAnswer(store.find(get.id())));
        } else if (command instanceof JobCommand.GetStatus) {
            context.reply(status(context));
        } else if (command instanceof JobCommand.Due due) {
            run(due.id(), context);
        }
    }

    /** The reply comes after the commit: a job that a client was told of survives whatever happens to this node. */
    private Scheduled schedule(JobCommand.Schedule schedule, SingletonContext<JobCommand> context) throws SQLException {
        Optional<Job> known = store.find(schedule.id());
        if (known.isPresent()) {
            return new Scheduled(known.get(), false);
        }
        Job job = new Job(schedule.id(), schedule.task(), schedule.due(), Job.State.WAITING, Optional.empty());
        store.add(job, context);
        arm(job, context);
        return new Scheduled(job, true);
    }

    private JobAnswer cancel(String id, SingletonContext<JobCommand> context) throws SQLException {
        if (store.finish(id, Job.State.CANCELLED, null, context)) {
            context.timers().cancel(id);
        }
        return new JobAnswer(store.find(id));
    }

    private SchedulerStatus status(SingletonContext<JobCommand> context) throws SQLException {
        Optional<Long> token = context.fencingToken().stream().boxed().findFirst();
        return new SchedulerStatus(node, token, runs, store.latest(SchedulerStatus.MOST_JOBS));
    }

    /** What was due while there was no instance is due now. */
    private void arm(Job job, SingletonContext<JobCommand> context) {
        Duration delay = Duration.between(Instant.now(), job.due());
        context.timers()
                .startSingle(job.id(), new JobCommand.Due(job.id()), delay.isNegative() ? Duration.ZERO : delay);
    }

    private void run(String id, SingletonContext<JobCommand> context) throws SQLException {
        Job job = store.find(id).orElseThrow();
        try {
            if (runner.run(job, node, context)) {
                runs++;
            } else {
                LOGGER.log(Level.WARNING, "Job {0} was due here and is {1} already", id, job.state());
            }
        } catch (JobFailedException failed) {
            // Not thrown on: a new instance would read the job, fail again, and so on.
            LOGGER.log(Level.ERROR, "Job " + id + " has failed: its work is rolled back", failed);
            store.finish(id, Job.State.FAILED, node, context);
        }
    }

    /**
     * Only what may be lost. The jobs themselves do not travel like this: the table is the truth, and a copy that comes
     * from another node could be older than it.
     */
    @Override
    public byte[] serializeForHandOver() {
        return ByteBuffer.allocate(Long.BYTES).putLong(runs).array();
    }

    @Override
    public void restoreFromHandOver(byte[] state) {
        runs = ByteBuffer.wrap(state).getLong();
    }
}
