package dev.singleton.examples.jobs;

import dev.singleton.AskTimeoutException;
import dev.singleton.IncompatibleSingletonException;
import dev.singleton.SingletonException;
import dev.singleton.SingletonUnavailableException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * An ask that failed, as a status: 503 when there is no scheduler at the moment (try again), 504 when none answered in time
 * (it may have been done: look, or send the same id again), 500 when the scheduler itself failed.
 */
@Provider
public class SingletonExceptionMapper implements ExceptionMapper<SingletonException> {

    private static final Logger LOGGER = System.getLogger(SingletonExceptionMapper.class.getName());

    private static final int SECONDS_UNTIL_ANOTHER_NODE_HOSTS = 2;

    @Override
    public Response toResponse(SingletonException failed) {
        Response.ResponseBuilder response;
        if (failed instanceof SingletonUnavailableException || failed instanceof IncompatibleSingletonException) {
            response = Response.status(Status.SERVICE_UNAVAILABLE)
                    .header(HttpHeaders.RETRY_AFTER, SECONDS_UNTIL_ANOTHER_NODE_HOSTS);
        } else if (failed instanceof AskTimeoutException) {
            response = Response.status(Status.GATEWAY_TIMEOUT);
        } else {
            LOGGER.log(Level.WARNING, "The job scheduler has failed", failed);
            response = Response.serverError();
        }
        return response.type(MediaType.APPLICATION_JSON)
                .entity(new Problem(String.valueOf(failed.getMessage())))
                .build();
    }
}
