package dev.singleton.examples.jobs;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler over HTTP, the same on every node. No thread of the server waits for an answer; an ask that fails is turned
 * into a status by {@link SingletonExceptionMapper}.
 */
@ApplicationScoped
@Path("/jobs")
@Produces(MediaType.APPLICATION_JSON)
public class JobResource {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    /** 201 when the job is in the database now, 200 when its id was there before. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public CompletionStage<Response> schedule(@Nullable JobRequest request, @Context UriInfo uri) {
        if (request == null) {
            throw JobRequest.refused("the body is missing: {\"task\":\"...\",\"delaySeconds\":5}");
        }
        JobCommand.Schedule command = request.toCommand();
        // Here and not below: the request's context is not there when the reply comes.
        URI location = uri.getAbsolutePathBuilder().path(command.id()).build();
        return scheduler
                .ask(command, Scheduled.class)
                .thenApply(scheduled -> (scheduled.created() ? Response.created(location) : Response.ok())
                        .entity(scheduled.job())
                        .build());
    }

    /** The scheduler's node, what it has run, and the jobs. */
    @GET
    public CompletionStage<SchedulerStatus> status() {
        return scheduler.ask(new JobCommand.GetStatus(), SchedulerStatus.class);
    }

    /** 404 when there is no such job. */
    @GET
    @Path("{id}")
    public CompletionStage<Response> job(@PathParam("id") String id) {
        return scheduler
                .ask(new JobCommand.GetJob(id), JobAnswer.class)
                .thenApply(answer ->
                        answer.job().map(job -> Response.ok(job).build()).orElseGet(() -> unknown(id)));
    }

    /** 200 when the job is cancelled, 409 when it has run already, 404 when there is no such job. */
    @DELETE
    @Path("{id}")
    public CompletionStage<Response> cancel(@PathParam("id") String id) {
        return scheduler
                .ask(new JobCommand.Cancel(id), JobAnswer.class)
                .thenApply(answer -> answer.job()
                        .map(job -> Response.status(job.state() == Job.State.CANCELLED ? Status.OK : Status.CONFLICT)
                                .entity(job)
                                .build())
                        .orElseGet(() -> unknown(id)));
    }

    private static Response unknown(String id) {
        return Response.status(Status.NOT_FOUND)
                .entity(new Problem("there is no job '" + id + "'"))
                .build();
    }
}
