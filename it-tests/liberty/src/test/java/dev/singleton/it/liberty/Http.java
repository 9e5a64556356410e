package dev.singleton.it.liberty;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Talks to one server over HTTP. An answer that does not come within a minute is an error. */
public final class Http {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final URI base;

    /** @param port of the server, on loopback */
    public Http(int port) {
        base = URI.create("http://127.0.0.1:" + port);
    }

    /** GET, whatever the status of the answer is. */
    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(base.resolve(path)).GET());
    }

    /** POST without a body, whatever the status of the answer is. */
    public HttpResponse<String> post(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(base.resolve(path)).POST(BodyPublishers.noBody()));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
    }
}
