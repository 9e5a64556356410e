package dev.singleton.examples.jobscheduler;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A node's side of the conversation: turns lines into messages for the scheduler, wherever it lives. */
@ApplicationScoped
public class Console {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    @Inject
    Reports reports;

    private long beats;

    /** Does what the line says. */
    public void accept(String line) {
        String[] words = line.split(" ", 4);
        switch (words[0]) {
            case "schedule" ->
                scheduler.tell(new JobCommand.Schedule(
                        words[1], Instant.now().plusSeconds(Long.parseLong(words[2])), words[3]));
            case "cancel" -> scheduler.tell(new JobCommand.Cancel(words[1]));
            case "status" -> status();
            case "beat" -> beat();
            default -> reports.say("error unknown command " + line);
        }
    }

    private void beat() {
        beats++;
        reports.say("sent " + reports.node() + " " + beats);
        scheduler.tell(new JobCommand.Beat(reports.node(), beats));
    }

    private void status() {
        try {
            JobStatus status = scheduler
                    .ask(new JobCommand.GetStatus(), JobStatus.class)
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            reports.say("status it lives on " + status.host() + ", jobs waiting " + status.waiting() + ", jobs run "
                    + status.done());
        } catch (ExecutionException failed) {
            reports.say("error " + failed.getMessage());
        } catch (TimeoutException late) {
            reports.say("error no answer within 10 s");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void deadLetter(@Observes @Singleton("job-scheduler") SingletonEvent.DeadLetter letter) {
        if (letter.message() instanceof JobCommand.Beat beat) {
            reports.say("dead " + beat.sender() + " " + beat.number() + " " + letter.reason());
        }
    }
}
