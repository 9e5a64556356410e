package dev.singleton.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same servers with {@code --lease=cp}: the scheduler writes under a fencing token, and the next one's is larger. */
class LeasedNodesIT {

    private Cluster cluster;

    @BeforeEach
    void threeServersStart() throws Exception {
        cluster = Cluster.start("leased-nodes-it", "--lease=cp");
    }

    @AfterEach
    void allEnd() throws Exception {
        if (cluster != null) {
            cluster.end();
        }
    }

    @Test
    void when_the_host_is_killed_the_next_one_gets_the_lease_and_a_larger_token() throws Exception {
        Node host = cluster.host();
        long token = token(host);
        assertThat(host.readiness().orElseThrow().getString("job-scheduler.fencing-token"))
                .isEqualTo(Long.toString(token));
        Clients clients = Clients.start("leased", cluster.running());
        clients.awaitMoreAccepted(20);

        cluster.kill(host);

        clients.awaitMoreAccepted(20);
        Set<String> accepted = clients.end();
        Node next = cluster.host();
        assertThat(token(next)).isGreaterThan(token);
        for (String id : accepted) {
            Await.until(id + " is done", () -> next.isDone(id));
        }
    }

    private static long token(Node node) throws Exception {
        return Node.json(node.get("/jobs").body()).getJsonNumber("fencingToken").longValue();
    }
}
