package dev.singleton.it.liberty;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it is told. */
public class Scheduling implements SingletonActor<JobCommand> {

    private final List<String> jobs = new ArrayList<>();

    @Override
    public void receive(JobCommand command, SingletonContext<JobCommand> context) {
        if (command instanceof JobCommand.Schedule schedule) {
            jobs.add(schedule.job());
        } else {
            context.reply(new JobStatus(List.copyOf(jobs)));
        }
    }
}
