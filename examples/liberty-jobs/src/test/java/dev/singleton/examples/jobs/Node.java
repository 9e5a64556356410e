package dev.singleton.examples.jobs;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** One of the servers, as a client over HTTP sees it. */
record Node(String name, int httpPort, int hazelcastPort) {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();

    /** Schedules a job; the id is the client's, so that it may ask again. */
    HttpResponse<String> post(String id, long delaySeconds) throws Exception {
        return postBody("{\"id\":\"" + id + "\",\"task\":\"test\",\"delaySeconds\":" + delaySeconds + "}");
    }

    HttpResponse<String> postBody(String body) throws Exception {
        return send(request("/jobs")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path).GET());
    }

    HttpResponse<String> delete(String path) throws Exception {
        return send(request(path).DELETE());
    }

    /** The state of a job; empty when this node has no answer now. */
    Optional<String> state(String id) throws Exception {
        HttpResponse<String> answer = get("/jobs/" + id);
        return answer.statusCode() == 200 ? Optional.of(json(answer.body()).getString("state")) : Optional.empty();
    }

    boolean isDone(String id) throws Exception {
        return state(id).equals(Optional.of("DONE"));
    }

    /** The data of the readiness check; empty while the node is not ready. */
    Optional<JsonObject> readiness() throws Exception {
        HttpResponse<String> answer = get("/health/ready");
        if (answer.statusCode() != 200) {
            return Optional.empty();
        }
        return json(answer.body()).getJsonArray("checks").getValuesAs(JsonObject.class).stream()
                .filter(check -> check.getString("name").equals("cluster-singletons"))
                .map(check -> check.getJsonObject("data"))
                .findFirst();
    }

    boolean hosts() throws Exception {
        return readiness()
                .filter(data -> data.getString("job-scheduler.state").equals("hosting"))
                .isPresent();
    }

    /** Whether this node takes the other one for the host. */
    boolean believesIn(Node host) throws Exception {
        String owner = "127.0.0.1:" + host.hazelcastPort() + "/";
        return readiness()
                .filter(data -> data.getString("job-scheduler.owner").startsWith(owner))
                .isPresent();
    }

    static JsonObject json(String text) {
        try (JsonReader reader = Json.createReader(new StringReader(text))) {
            return reader.readObject();
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + path))
                .timeout(Duration.ofMinutes(1));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
