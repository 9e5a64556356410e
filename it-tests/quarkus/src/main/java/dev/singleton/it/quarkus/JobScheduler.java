package dev.singleton.it.quarkus;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.WarmHandOver;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Nobody injects it: Quarkus leaves such beans out unless something tells it that they are used. */
@Singleton("job-scheduler")
public class JobScheduler implements SingletonActor<JobCommand>, WarmHandOver {

    private final List<String> jobs = new ArrayList<>();
    private int usesOfRequest;

    @Inject
    Request request;

    @Traced
    @Override
    public void receive(JobCommand command, SingletonContext<JobCommand> context) {
        usesOfRequest = request.use();
        if (command instanceof JobCommand.Schedule schedule) {
            jobs.add(schedule.id());
        } else {
            boolean own =
                    Thread.currentThread().getContextClassLoader() == getClass().getClassLoader();
            context.reply(new JobCommand.Report(List.copyOf(jobs), own, usesOfRequest));
        }
    }

    @Override
    public byte[] serializeForHandOver() {
        return String.join(",", jobs).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void restoreFromHandOver(byte[] state) {
        jobs.addAll(List.of(new String(state, StandardCharsets.UTF_8).split(",")));
    }
}
