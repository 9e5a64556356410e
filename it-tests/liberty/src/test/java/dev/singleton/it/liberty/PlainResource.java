package dev.singleton.it.liberty;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** An application like the others with nothing behind it. */
@Path("jobs")
public class PlainResource {

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public List<String> jobs() {
        return List.of();
    }
}
