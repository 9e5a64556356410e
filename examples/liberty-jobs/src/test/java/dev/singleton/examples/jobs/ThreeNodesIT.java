package dev.singleton.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What the README of this example promises, in the order in which a reader would try it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThreeNodesIT {

    private static Cluster cluster;
    private static Node killed;

    @BeforeAll
    static void threeServersStart() throws Exception {
        cluster = Cluster.start("three-nodes-it");
    }

    @AfterAll
    static void allEnd() throws Exception {
        if (cluster != null) {
            cluster.end();
        }
    }

    @Test
    @Order(1)
    void one_node_hosts_and_readiness_says_so_on_each() throws Exception {
        Node host = cluster.host();

        for (Node node : cluster.running()) {
            JsonObject data = node.readiness().orElseThrow();
            assertThat(data.getBoolean("joined")).isTrue();
            assertThat(data.getString("job-scheduler.state")).isEqualTo(node.equals(host) ? "hosting" : "standby");
            assertThat(Node.json(node.get("/jobs").body()).getString("host")).isEqualTo(host.name());
        }
    }

    @Test
    @Order(2)
    void a_job_that_is_posted_on_any_node_is_seen_on_every_node_and_runs_on_the_host() throws Exception {
        String host = cluster.host().name();
        for (Node node : cluster.running()) {
            HttpResponse<String> created = node.post("from-" + node.name(), 1);

            assertThat(created.statusCode()).isEqualTo(201);
            assertThat(created.headers().firstValue("Location"))
                    .hasValueSatisfying(where -> assertThat(where).endsWith("/jobs/from-" + node.name()));
        }
        for (Node node : cluster.running()) {
            assertThat(node.get("/jobs").body()).contains("\"from-n1\"", "\"from-n2\"", "\"from-n3\"");
            for (String id : List.of("from-n1", "from-n2", "from-n3")) {
                Await.until(id + " is done, seen on " + node.name(), () -> node.isDone(id));
                assertThat(Node.json(node.get("/jobs/" + id).body()).getString("ranOn"))
                        .isEqualTo(host);
            }
        }
    }

    @Test
    @Order(3)
    void each_request_gets_the_status_that_says_what_happened() throws Exception {
        Node node = cluster.running().get(0);

        assertThat(node.post("once", 3600).statusCode()).isEqualTo(201);
        assertThat(node.post("once", 3600).statusCode()).as("sent again").isEqualTo(200);
        assertThat(node.delete("/jobs/once").statusCode()).isEqualTo(200);
        assertThat(node.state("once")).hasValue("CANCELLED");
        assertThat(node.delete("/jobs/from-n1").statusCode()).as("has run").isEqualTo(409);
        assertThat(node.get("/jobs/unknown").statusCode()).isEqualTo(404);
        assertThat(node.delete("/jobs/unknown").statusCode()).isEqualTo(404);
        assertThat(node.postBody("{\"delaySeconds\":1}").statusCode()).isEqualTo(400);
        assertThat(node.postBody("{\"task\":").statusCode()).isEqualTo(400);
        assertThat(node.postBody("{\"id\":\"fails\",\"task\":\"fail\"}").statusCode())
                .isEqualTo(201);
        Await.until(
                "the failed job is known as such",
                () -> node.state("fails").filter("FAILED"::equals).isPresent());
    }

    @Test
    @Order(4)
    void when_the_host_is_stopped_no_accepted_job_is_lost_or_runs_twice() throws Exception {
        Node host = cluster.host();
        host.post("tomorrow", 86_400);
        Clients clients = Clients.start("stop", cluster.running());
        clients.awaitMoreAccepted(20);

        cluster.stop(host);

        clients.awaitMoreAccepted(20);
        Set<String> accepted = clients.end();
        Node next = cluster.host();
        for (String id : accepted) {
            Await.until(id + " is done", () -> next.isDone(id));
        }
        assertThat(next.state("tomorrow")).hasValue("WAITING");
        Map<String, Integer> worked = cluster.worked();
        assertThat(accepted).allSatisfy(id -> assertThat(worked).containsEntry(id, 1));
    }

    @Test
    @Order(5)
    void when_the_next_host_is_killed_the_last_node_runs_what_was_accepted() throws Exception {
        Node host = cluster.host();
        Clients clients = Clients.start("kill", cluster.running());
        clients.awaitMoreAccepted(20);

        cluster.kill(host);
        killed = host;

        clients.awaitMoreAccepted(20);
        Set<String> accepted = clients.end();
        Node last = cluster.running().get(0);
        assertThat(cluster.host()).isEqualTo(last);
        for (String id : accepted) {
            Await.until(id + " is done", () -> last.isDone(id));
        }
        assertThat(last.state("tomorrow")).hasValue("WAITING");
        assertThat(cluster.worked()).containsKeys(accepted.toArray(String[]::new));
    }

    @Test
    @Order(6)
    void the_killed_node_comes_back_and_stands_by() throws Exception {
        Node host = cluster.host();

        cluster.startAgain(killed);

        assertThat(killed.hosts()).isFalse();
        assertThat(cluster.host()).isEqualTo(host);
    }
}
