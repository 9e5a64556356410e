package dev.singleton.it.liberty;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/** A bean that gets its handle in the constructor, and another one with each event. */
@Dependent
public class JobDesk {

    private final Proxy<JobCommand> scheduler;

    @Inject
    JobDesk(@Singleton("job-scheduler") Proxy<JobCommand> scheduler) {
        this.scheduler = scheduler;
    }

    void schedule(String job) {
        scheduler.tell(new JobCommand.Schedule(job));
    }

    /** Static: the parameters are all that it has. */
    static void scheduleWhatIsWanted(
            @Observes JobWanted wanted, @Singleton("job-scheduler") Proxy<JobCommand> scheduler) {
        scheduler.tell(new JobCommand.Schedule(wanted.job()));
    }
}
