package dev.singleton.it.wildfly;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;

/** The singleton of these tests: uses what a server offers while it handles a message. */
@Singleton("job-scheduler")
public class JobScheduler implements SingletonActor<JobCommand> {

    private final List<String> jobs = new ArrayList<>();

    @Inject
    Request request;

    @Override
    @SuppressWarnings("BanJNDI") // fixed names
    public void receive(JobCommand command, SingletonContext<JobCommand> context) throws Exception {
        UserTransaction transaction = InitialContext.doLookup("java:comp/UserTransaction");
        int before = transaction.getStatus();
        int uses = request.use();
        transaction.begin();
        if (command instanceof JobCommand.Schedule schedule) {
            jobs.add(schedule.id());
        }
        transaction.commit();
        if (context.expectsReply()) {
            boolean own =
                    Thread.currentThread().getContextClassLoader() == getClass().getClassLoader();
            String application = InitialContext.doLookup("java:app/AppName");
            context.reply(new JobCommand.Report(List.copyOf(jobs), own, application, before, uses));
        }
    }
}
