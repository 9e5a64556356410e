package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import dev.singleton.SingletonKey;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * Nothing but the test class names the singleton, here one that is started by hand. A handle is made for what the
 * container knows, so the test class must be a bean.
 */
@ArquillianTest
@Dependent
class OnlyInjectionPointIT {

    @Inject
    @Singleton("by-hand")
    Proxy<JobCommand> scheduler;

    @Inject
    ClusterSingletons singletons;

    @Deployment
    static WebArchive nothingElse() {
        WebArchive war = Wars.withLibrary("only-injection-point", Scheduling.class, JobCommand.class, JobStatus.class)
                .addClasses(JobCommand.class.getPermittedSubclasses());
        return Wars.settings(Wars.inContainer(war), Map.of("singleton.hazelcast.cluster-name", "only-injection-point"));
    }

    @Test
    void aTestClassThatIsABeanMayBeTheOnlyPlaceThatNamesASingleton() throws Exception {
        Proxy<JobCommand> started = singletons.start(SingletonKey.of("by-hand", JobCommand.class), Scheduling::new);
        started.tell(new JobCommand.Schedule("backup"));

        JobStatus status = scheduler
                .ask(new JobCommand.GetStatus(), JobStatus.class)
                .toCompletableFuture()
                .get(2, TimeUnit.MINUTES);

        assertThat(status.jobs()).containsExactly("backup");
    }
}
