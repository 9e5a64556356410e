package dev.singleton.examples.jobs;

import jakarta.enterprise.context.ApplicationScoped;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What a job does when it is due: the place for your own code. */
@ApplicationScoped
public class JobWork {

    private static final Logger LOGGER = System.getLogger(JobWork.class.getName());

    /**
     * Does the work, on the one node that hosts the scheduler, inside the transaction that marks the job as done. The
     * scheduler handles nothing else meanwhile: what takes long belongs on an executor, and its end is a message back.
     */
    public void perform(Job job) throws JobFailedException {
        if (job.task().equals("fail")) {
            throw new JobFailedException("the task 'fail' always fails");
        }
        LOGGER.log(Level.INFO, "does the work of job {0}: {1}", job.id(), job.task());
    }
}
