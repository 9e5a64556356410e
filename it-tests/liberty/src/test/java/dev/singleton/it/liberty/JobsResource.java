package dev.singleton.it.liberty;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The job scheduler over HTTP: through its own handle, and through other beans that have one. */
@Path("jobs")
public class JobsResource {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    @Inject
    JobDesk desk;

    @Inject
    JobBean bean;

    @Inject
    Event<JobWanted> wanted;

    @POST
    @Path("{job}")
    public void schedule(@PathParam("job") String job) {
        scheduler.tell(new JobCommand.Schedule(job));
    }

    @POST
    @Path("desk/{job}")
    public void scheduleAtTheDesk(@PathParam("job") String job) {
        desk.schedule(job);
    }

    @POST
    @Path("bean/{job}")
    public void scheduleWithTheBean(@PathParam("job") String job) {
        bean.schedule(job);
    }

    @POST
    @Path("event/{job}")
    public void fire(@PathParam("job") String job) {
        wanted.fire(new JobWanted(job));
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public CompletionStage<List<String>> jobs() {
        return scheduler.ask(new JobCommand.GetStatus(), JobStatus.class).thenApply(JobStatus::jobs);
    }
}
