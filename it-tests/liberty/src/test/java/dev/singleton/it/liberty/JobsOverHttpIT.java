package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The application of the README on one server, from outside. */
@ArquillianTest
@RunAsClient
class JobsOverHttpIT {

    private final Http n1 = new Http(9191);

    @Deployment
    static WebArchive jobs() {
        WebArchive war = Wars.withLibrary(
                "jobs", Rest.class, JobsResource.class, JobScheduler.class, JobCommand.class, JobStatus.class);
        war.addClasses(JobCommand.class.getPermittedSubclasses());
        return Wars.settings(war, Map.of("singleton.hazelcast.cluster-name", "jobs-over-http"));
    }

    @Test
    void whatAResourceTellsTheSingletonItIsToldByTheSingleton() throws Exception {
        assertThat(n1.post("/jobs/jobs/backup").statusCode()).isEqualTo(204);
        assertThat(n1.post("/jobs/jobs/report").statusCode()).isEqualTo(204);

        assertThat(n1.get("/jobs/jobs").body()).isEqualTo("[\"backup\",\"report\"]");
    }
}
