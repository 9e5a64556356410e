package dev.singleton.it.liberty;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The job scheduler over HTTP. */
@Path("jobs")
public class JobsResource {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    @POST
    @Path("{job}")
    public void schedule(@PathParam("job") String job) {
        scheduler.tell(new JobCommand.Schedule(job));
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public CompletionStage<List<String>> jobs() {
        return scheduler.ask(new JobCommand.GetStatus(), JobStatus.class).thenApply(JobStatus::jobs);
    }
}
