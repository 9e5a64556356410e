package dev.singleton.it.quarkus;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The application in a JVM of its own, talked to over HTTP. */
final class Node implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final HttpClient http = HttpClient.newHttpClient();
    private final String name;
    private final int port;
    private final Process process;

    private Node(String name, int port, Process process) {
        this.name = name;
        this.port = port;
        this.process = process;
    }

    /**
     * Starts a node.
     *
     * @param hazelcast the ports of all members, its own first
     */
    static Node start(String name, String cluster, int http, List<Integer> hazelcast, String... settings)
            throws IOException {
        String members = hazelcast.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        List<String> command = Stream.of(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx192m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dquarkus.http.host=127.0.0.1",
                                "-Dquarkus.http.port=" + http,
                                "-Dsingleton.hazelcast.cluster-name=" + cluster,
                                "-Dsingleton.hazelcast.port=" + hazelcast.get(0),
                                "-Dsingleton.hazelcast.members=" + members),
                        Stream.of(settings).map(setting -> "-D" + setting),
                        Stream.of("-jar", System.getProperty("application")))
                .flatMap(all -> all)
                .toList();
        Path log = Path.of(System.getProperty("application")).getParent().resolveSibling(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Node(name, http, process);
    }

    String get(String path) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)).GET()).body();
    }

    void post(String path) throws Exception {
        HttpResponse<String> response = send(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.noBody()));
        if (response.statusCode() / 100 != 2) {
            throw new IllegalStateException(name + " answers " + response.statusCode() + ": " + response.body());
        }
    }

    /** Waits until what is read fits, and gives it. */
    String await(String path, Predicate<String> fits) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        String seen = "nothing";
        while (System.nanoTime() < end) {
            try {
                seen = get(path);
                if (fits.test(seen)) {
                    return seen;
                }
            } catch (ConnectException notYet) {
                seen = notYet.toString();
            }
            if (!process.isAlive()) {
                throw new IllegalStateException(name + " has ended with " + process.exitValue());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new IllegalStateException(name + " still shows " + seen);
    }

    /** Ends it as an operator would. */
    void stop() throws InterruptedException {
        process.destroy();
        awaitEnd();
    }

    /** Waits for it to end by itself. */
    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " does not end");
        }
        return process.exitValue();
    }

    Path log() {
        return Path.of(System.getProperty("application")).getParent().resolveSibling(name + ".log");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    }
}
