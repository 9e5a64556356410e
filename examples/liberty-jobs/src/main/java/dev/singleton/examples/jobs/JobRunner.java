package dev.singleton.examples.jobs;

import dev.singleton.SingletonContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.SQLException;

/** Runs one job, in one transaction. */
@ApplicationScoped
public class JobRunner {

    @Inject
    JobStore store;

    @Inject
    JobWork work;

    /**
     * Marks the job and does its work, both or neither. What the work writes to the same database happens once, also
     * when the node dies in the middle. What it does elsewhere happens again then, so let that be something that may.
     *
     * @return false when the job does not wait any more
     */
    // Checked exceptions do not roll back unless they are named.
    @Transactional(rollbackOn = Exception.class)
    public boolean run(Job job, String node, SingletonContext<?> context) throws SQLException, JobFailedException {
        if (!store.finish(job.id(), Job.State.DONE, node, context)) {
            return false;
        }
        try {
            work.perform(job);
        } catch (RuntimeException broken) {
            // Otherwise it would be due again after each restart of the scheduler, and break it again.
            throw new JobFailedException("the task '" + job.task() + "' is broken: " + broken, broken);
        }
        return true;
    }
}
