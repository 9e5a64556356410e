package dev.singleton.examples.jobs;

import jakarta.json.bind.JsonbException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** A body that is no JSON is the client's fault; without this, RESTEasy answers 500. */
@Provider
public class UnreadableBodyMapper implements ExceptionMapper<JsonbException> {

    @Override
    public Response toResponse(JsonbException unreadable) {
        return Response.status(Status.BAD_REQUEST)
                .type(MediaType.APPLICATION_JSON)
                .entity(new Problem("the body cannot be read: " + unreadable.getMessage()))
                .build();
    }
}
