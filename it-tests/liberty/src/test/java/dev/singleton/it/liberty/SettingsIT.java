package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Map;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * Where settings can come from on this server. Each of these singletons has a quorum that one node alone does not reach,
 * and a buffer of its own size, so as many messages wait as that setting says.
 */
@ArquillianTest
@Dependent
class SettingsIT {

    private static final int MORE_THAN_ANY_BUFFER_HERE = 10;

    @Inject
    @Singleton("from-the-application")
    Proxy<JobCommand> fromTheApplication;

    @Inject
    @Singleton("from-the-environment")
    Proxy<JobCommand> fromTheEnvironment;

    @Inject
    @Singleton("from-the-server")
    Proxy<JobCommand> fromTheServer;

    @Inject
    ClusterSingletons singletons;

    @Deployment
    static WebArchive senders() {
        WebArchive war = Wars.withLibrary("settings", Await.class, JobCommand.class)
                .addClasses(JobCommand.class.getPermittedSubclasses());
        return Wars.settings(
                Wars.inContainer(war),
                Map.of(
                        "singleton.hazelcast.cluster-name", "settings",
                        "singleton.default.quorum", "2",
                        "singleton.default.buffer-size", "1",
                        "singleton.type.from-the-application.buffer-size", "2"));
    }

    @Test
    void aSettingOfTheApplicationCounts() throws Exception {
        assertThat(waiting(fromTheApplication)).isEqualTo(2);
    }

    @Test
    void aSettingFromTheEnvironmentCounts() throws Exception {
        assertThat(waiting(fromTheEnvironment)).isEqualTo(3);
    }

    @Test
    void aVariableOfTheServerCounts() throws Exception {
        assertThat(waiting(fromTheServer)).isEqualTo(4);
    }

    /** What waits after all have been told and none is on its way. */
    private int waiting(Proxy<JobCommand> handle) throws Exception {
        for (int i = 0; i < MORE_THAN_ANY_BUFFER_HERE; i++) {
            handle.tell(new JobCommand.Schedule("job-" + i));
        }
        return Await.until(
                        () -> singletons.status(handle.key()).orElseThrow(),
                        status -> status.buffered() + status.stats().deadLetters() == MORE_THAN_ANY_BUFFER_HERE)
                .buffered();
    }
}
