package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The application of the README on one server, from outside. */
@ArquillianTest
@RunAsClient
class JobsOverHttpIT {

    private final Http n1 = new Http(9191);

    @Deployment
    static WebArchive jobs() {
        return Wars.settings(Wars.jobs("jobs"), Map.of("singleton.hazelcast.cluster-name", "jobs-over-http"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jobs/", "jobs/desk/", "jobs/bean/", "jobs/event/", "servlet/"})
    void aResourceABeanAnEjbAnObserverAndAServletHaveAHandle(String door) throws Exception {
        String job = "through-" + door.replace('/', '-');

        assertThat(n1.post("/jobs/" + door + job).statusCode()).isEqualTo(204);

        assertThat(n1.get("/jobs/jobs").body()).contains('"' + job + '"');
    }

    @Test
    void readinessShowsWhereTheSingletonLives() throws Exception {
        HttpResponse<String> ready = Await.until(
                () -> n1.get("/health/ready"), answer -> answer.body().contains("hosting"));

        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body())
                .contains("\"name\":\"cluster-singletons\",\"status\":\"UP\"")
                .contains(
                        "\"joined\":true",
                        "\"job-scheduler.owner\":\"127.0.0.1:5731/",
                        "\"job-scheduler.state\":\"hosting\"",
                        "\"job-scheduler.lease\":\"none\"",
                        "\"job-scheduler.buffered\":0");
    }
}
