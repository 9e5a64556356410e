package dev.singleton.examples.jobscheduler;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.WarmHandOver;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The one scheduler of the cluster. What it knows travels with it when it moves. */
@Singleton("job-scheduler")
public class JobScheduler implements SingletonActor<JobCommand>, WarmHandOver {

    private final Map<String, JobCommand.Schedule> waiting = new LinkedHashMap<>();
    private long done;

    @Inject
    Reports reports;

    @Override
    public void preStart(SingletonContext<JobCommand> context) {
        waiting.values().forEach(job -> arm(job, context));
        reports.say("started " + waiting.size() + " " + done);
    }

    @Override
    public void receive(JobCommand command, SingletonContext<JobCommand> context) {
        if (command instanceof JobCommand.Beat beat) {
            reports.say("handled " + beat.sender() + " " + beat.number());
        } else if (command instanceof JobCommand.Schedule job) {
            waiting.put(job.id(), job);
            arm(job, context);
        } else if (command instanceof JobCommand.Cancel cancel) {
            waiting.remove(cancel.id());
            context.timers().cancel(cancel.id());
        } else if (command instanceof JobCommand.Due due) {
            run(due.id());
        } else if (command instanceof JobCommand.GetStatus) {
            context.reply(
                    new JobStatus(reports.node(), waiting.keySet().stream().toList(), done));
        }
    }

    private void arm(JobCommand.Schedule job, SingletonContext<JobCommand> context) {
        Duration delay = Duration.between(Instant.now(), job.due());
        context.timers()
                .startSingle(job.id(), new JobCommand.Due(job.id()), delay.isNegative() ? Duration.ZERO : delay);
    }

    private void run(String id) {
        JobCommand.Schedule job = waiting.remove(id);
        if (job != null) {
            done++;
            reports.say("ran " + id + " " + job.work());
        }
    }

    @Override
    public void postStop(SingletonContext<JobCommand> context) {
        reports.say("stopped " + context.stopReason().orElseThrow());
    }

    @Override
    public byte[] serializeForHandOver() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(done);
        out.writeInt(waiting.size());
        for (JobCommand.Schedule job : waiting.values()) {
            out.writeUTF(job.id());
            out.writeLong(job.due().toEpochMilli());
            out.writeUTF(job.work());
        }
        return bytes.toByteArray();
    }

    @Override
    public void restoreFromHandOver(byte[] state) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        done = in.readLong();
        for (int jobs = in.readInt(); jobs > 0; jobs--) {
            String id = in.readUTF();
            waiting.put(id, new JobCommand.Schedule(id, Instant.ofEpochMilli(in.readLong()), in.readUTF()));
        }
    }
}
