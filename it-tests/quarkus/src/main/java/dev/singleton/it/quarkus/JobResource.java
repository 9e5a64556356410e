package dev.singleton.it.quarkus;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** The door to the scheduler, wherever it lives. */
@Path("/jobs")
public class JobResource {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    @Inject
    @Any
    Instance<Proxy<JobCommand>> any;

    @Inject
    ClusterSingletons singletons;

    @Inject
    Traces traces;

    private final Proxy<JobCommand> byConstructor;

    @Inject
    JobResource(@Singleton("job-scheduler") Proxy<JobCommand> byConstructor) {
        this.byConstructor = byConstructor;
    }

    @POST
    @Path("/{id}")
    public void schedule(@PathParam("id") String id) {
        any.select(Singleton.Literal.of("job-scheduler")).get().tell(new JobCommand.Schedule(id, Instant.now()));
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public CompletionStage<JobCommand.Report> report() {
        return byConstructor.ask(new JobCommand.Tell(), JobCommand.Report.class);
    }

    /** Who hosts, as this node sees it, and whether it is this one. */
    @GET
    @Path("/owner")
    public String owner() {
        return scheduler.locallyOwned() + " "
                + singletons.status(scheduler.key()).orElseThrow().state() + " " + traces.text();
    }
}
