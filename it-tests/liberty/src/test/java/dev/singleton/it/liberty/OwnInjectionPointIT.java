package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Inside of the server: a test class has a handle, as the application has that it is deployed with. */
@ArquillianTest
class OwnInjectionPointIT {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    @Inject
    JobDesk desk;

    @Deployment
    static WebArchive jobs() {
        return Wars.settings(
                Wars.inContainer(Wars.jobs("own-injection-point")),
                Map.of("singleton.hazelcast.cluster-name", "own-injection-point"));
    }

    @Test
    void aTestClassTalksToTheSingletonOfItsApplication() throws Exception {
        desk.schedule("backup");
        scheduler.tell(new JobCommand.Schedule("report"));

        JobStatus status = scheduler
                .ask(new JobCommand.GetStatus(), JobStatus.class)
                .toCompletableFuture()
                .get(2, TimeUnit.MINUTES);

        assertThat(status.jobs()).containsExactly("backup", "report");
        assertThat(scheduler.locallyOwned()).isTrue();
    }
}
