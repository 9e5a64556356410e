package dev.singleton.examples.jobs;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The body of a POST.
 *
 * @param id 1 to 64 letters, digits, dots and hyphens; made here when it is missing. A client that chooses it may send its
 *     request again when it got no answer
 * @param task 1 to 200 characters
 * @param delaySeconds from now; 0 when it is missing, at most ten years
 */
public record JobRequest(
        @Nullable String id,
        @Nullable String task,
        @Nullable Long delaySeconds) {

    private static final long MOST_SECONDS = 10 * 365 * 86_400L;

    JobCommand.Schedule toCommand() {
        String name = id == null ? UUID.randomUUID().toString() : id;
        if (!name.matches("[A-Za-z0-9.-]{1,64}")) {
            throw refused("id is '" + name + "': give it 1 to 64 letters, digits, dots or hyphens, or leave it out");
        }
        if (task == null || task.isBlank() || task.length() > 200) {
            throw refused("task is " + (task == null ? "missing" : "'" + task + "'") + ": give it 1 to 200 characters");
        }
        long delay = delaySeconds == null ? 0 : delaySeconds;
        if (delay < 0 || delay > MOST_SECONDS) {
            throw refused("delaySeconds is " + delay + ": give it 0 to " + MOST_SECONDS);
        }
        // The database keeps microseconds, the clock may have more.
        return new JobCommand.Schedule(
                name, task, Instant.now().plusSeconds(delay).truncatedTo(ChronoUnit.MILLIS));
    }

    static BadRequestException refused(String why) {
        return new BadRequestException(
                why,
                Response.status(Response.Status.BAD_REQUEST)
                        .type(MediaType.APPLICATION_JSON)
                        .entity(new Problem(why))
                        .build());
    }
}
