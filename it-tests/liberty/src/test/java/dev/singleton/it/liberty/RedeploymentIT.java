package dev.singleton.it.liberty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What is left in a server of applications that came and went. -Dredeployments=30 for more rounds.
 *
 * <p>Class loaders are counted after a collection; the server itself keeps some of the last applications for a while, so
 * an application with nothing of ours in it is redeployed first, for comparison.
 */
@ArquillianTest
class RedeploymentIT {

    private static final int ROUNDS = Integer.getInteger("redeployments", 10);

    /** More than the server keeps of an application without us, and less than one for each round. */
    private static final int KEPT_BY_CHANCE = 4;

    private static final String HAZELCAST = "hz.";
    private static final String OURS = "singleton-";
    private static final String FROM_THE_SERVER = "managedThreadFactory";

    private Server n1;

    @BeforeEach
    void connect() throws Exception {
        n1 = Server.n1();
    }

    @AfterEach
    void disconnect() throws Exception {
        n1.close();
    }

    @Test
    void redeploymentsLeaveNoThreadAndHardlyMoreClassLoadersThanWithoutUs() throws Exception {
        WebArchive empty = Wars.bare("empty").addClass(JobStatus.class);
        for (int round = 1; round <= ROUNDS; round++) {
            n1.deploy(empty);
            n1.undeploy(empty);
        }
        long withoutUs = n1.applicationClassLoaders();
        System.out.println("Class loaders after " + ROUNDS + " rounds of an empty application: " + withoutUs);

        WebArchive jobs =
                Wars.settings(Wars.jobs("redeployed"), Map.of("singleton.hazelcast.cluster-name", "redeployment"));
        for (int round = 1; round <= ROUNDS; round++) {
            redeploy(jobs);
        }

        // One for each round, if we left something that holds them.
        long left = Await.until(
                n1::applicationClassLoaders, loaders -> loaders <= withoutUs + KEPT_BY_CHANCE && loaders < ROUNDS);
        System.out.println("Class loaders after " + ROUNDS + " rounds with the library: " + left);
    }

    private void redeploy(WebArchive jobs) throws Exception {
        n1.deploy(jobs);
        Http http = new Http(9191);
        assertThat(http.post("/redeployed/jobs/backup").statusCode()).isEqualTo(204);
        assertThat(http.get("/redeployed/jobs").body()).isEqualTo("[\"backup\"]");
        assertThat(threadsOfOurs())
                .anyMatch(name -> name.startsWith(HAZELCAST))
                .anyMatch(name -> name.startsWith(OURS))
                .anyMatch(name -> name.startsWith(FROM_THE_SERVER));

        n1.undeploy(jobs);
        List<String> unused = Await.until(this::threadsOfOurs, List::isEmpty);
    }

    private List<String> threadsOfOurs() throws Exception {
        return n1.threads().stream()
                .filter(name -> name.startsWith(HAZELCAST) || name.startsWith(OURS) || name.startsWith(FROM_THE_SERVER))
                .toList();
    }
}
