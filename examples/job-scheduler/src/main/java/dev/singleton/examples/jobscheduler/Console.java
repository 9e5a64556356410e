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
        try {
            obey(line.strip().split(" +", 4));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException mistake) {
            // A node must outlive what a person types.
            reports.say("error cannot be understood: " + line);
        }
    }

    private void obey(String[] words) {
        switch (words[0]) {
            case "schedule" -> {
                Instant due = Instant.now().plusSeconds(Long.parseLong(words[2]));
                scheduler.tell(new JobCommand.Schedule(words[1], due, words[3]));
                reports.say("done job " + words[1] + " is scheduled, due in " + words[2] + " s");
            }
            case "cancel" -> {
                scheduler.tell(new JobCommand.Cancel(words[1]));
                reports.say("done job " + words[1] + " is cancelled, if it was waiting");
            }
            case "status" -> status();
            case "beat" -> beat();
            default -> reports.say("error unknown command " + words[0]);
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
