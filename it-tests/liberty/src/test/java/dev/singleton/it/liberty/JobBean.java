package dev.singleton.it.liberty;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** An EJB with a handle. */
@Stateless
public class JobBean {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    public void schedule(String job) {
        scheduler.tell(new JobCommand.Schedule(job));
    }
}
