package dev.singleton.it.wildfly;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.concurrent.CompletionStage;

/** The job scheduler over HTTP. */
@Path("jobs")
public class JobsResource {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    @POST
    @Path("{id}")
    public void schedule(@PathParam("id") String id) {
        scheduler.tell(new JobCommand.Schedule(id));
    }

    @GET
    public CompletionStage<String> jobs() {
        return scheduler
                .ask(new JobCommand.Tell(), JobCommand.Report.class)
                .thenApply(report -> report.jobs().toString());
    }
}
