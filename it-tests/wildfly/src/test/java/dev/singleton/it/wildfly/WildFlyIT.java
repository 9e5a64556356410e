package dev.singleton.it.wildfly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.singleton.Proxy;
import dev.singleton.Singleton;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("On WildFly")
@ExtendWith(ArquillianExtension.class)
class WildFlyIT {

    @Inject
    @Singleton("job-scheduler")
    Proxy<JobCommand> scheduler;

    @Deployment
    static WebArchive jobs() {
        return ShrinkWrap.create(WebArchive.class, "jobs.war")
                .addClasses(JobCommand.class, Request.class, JobScheduler.class, Rest.class, JobsResource.class)
                .addClasses(JobCommand.class.getPermittedSubclasses())
                .addClass(JobCommand.Report.class)
                .addAsLibraries(
                        new File(System.getProperty("library")).listFiles((where, name) -> name.endsWith(".jar")))
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .addAsResource(new StringAsset("""
                                singleton.hazelcast.cluster-name=wildfly-it
                                singleton.hazelcast.port=5791
                                singleton.hazelcast.members=127.0.0.1:5791
                                """), "META-INF/microprofile-config.properties");
    }

    @Test
    void aHandlerRunsInTheContextOfTheDeployment() throws Exception {
        JobCommand.Report report = scheduler
                .ask(new JobCommand.Tell(), JobCommand.Report.class)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        assertTrue(report.applicationsClassLoader());
        assertEquals("jobs", report.application());
        assertEquals(Status.STATUS_NO_TRANSACTION, report.transactionsBefore());
        assertEquals(1, report.usesOfRequest());
    }

    @Test
    @RunAsClient
    void aResourceReachesTheSingletonAndReadinessIsUp() throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        URI jobs = URI.create("http://127.0.0.1:8280/jobs/jobs");
        HttpRequest post = HttpRequest.newBuilder(URI.create(jobs + "/a"))
                .POST(BodyPublishers.noBody())
                .build();
        assertEquals(204, http.send(post, BodyHandlers.ofString()).statusCode());
        String seen = http.send(HttpRequest.newBuilder(jobs).build(), BodyHandlers.ofString())
                .body();
        assertEquals("[a]", seen);
        HttpRequest readiness = HttpRequest.newBuilder(URI.create("http://127.0.0.1:10190/health/ready"))
                .build();
        String health = http.send(readiness, BodyHandlers.ofString()).body();
        assertTrue(health.contains("\"job-scheduler.state\":\"hosting\""), health);
    }
}
