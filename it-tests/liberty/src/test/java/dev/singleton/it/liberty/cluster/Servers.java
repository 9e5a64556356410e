package dev.singleton.it.liberty.cluster;

import static dev.singleton.it.liberty.cluster.Patience.await;

import dev.singleton.it.liberty.cluster.Note.Kind;
import dev.singleton.it.liberty.cluster.Note.Message;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Servers {@code n1} to {@code n3}, whose Hazelcast addresses are in this order, so that by default {@code n1} hosts. What a
 * test says to them reads as what an operator does. One thread.
 */
final class Servers implements AutoCloseable {

    static final List<String> ALL = List.of("n1", "n2", "n3");

    private static final String LIFE = "/cluster/life";
    private static final int FIRST_HTTP_PORT = 9291;
    private static final int FIRST_MEMBER_PORT = 5761;

    private final Map<String, Server> servers = new TreeMap<>();
    private final Map<String, String> lives = new TreeMap<>();
    /** Lives that have ended, or are about to; those that were killed among them. */
    private final Set<String> over = new HashSet<>();

    private final Set<String> killed = new HashSet<>();
    private final Notes notes;
    private long storyBegan;

    /**
     * Makes three servers, and starts none.
     *
     * @param home their directory, which is emptied
     * @param settings system properties of each of them
     */
    Servers(Path home, Map<String, String> settings) {
        Path noted = home.resolve("notes");
        try {
            empty(home);
            Files.createDirectories(noted);
        } catch (IOException failed) {
            throw new UncheckedIOException("There is no place for servers at " + home, failed);
        }
        notes = new Notes(noted);
        for (int i = 0; i < ALL.size(); i++) {
            Map<String, String> properties = new TreeMap<>(settings);
            properties.put("singleton.hazelcast.port", String.valueOf(FIRST_MEMBER_PORT + i));
            properties.put("singleton.hazelcast.members", members());
            properties.put(NoteBook.DIRECTORY, noted.toAbsolutePath().toString());
            properties.put(NoteBook.NODE, ALL.get(i));
            servers.put(
                    ALL.get(i), new Server(ALL.get(i), home.toAbsolutePath(), FIRST_HTTP_PORT + i, words(properties)));
        }
    }

    private static void empty(Path home) throws IOException {
        if (Files.exists(home)) {
            try (Stream<Path> paths = Files.walk(home)) {
                paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }

    private static String members() {
        return ALL.stream()
                .map(node -> "127.0.0.1:" + (FIRST_MEMBER_PORT + ALL.indexOf(node)))
                .collect(Collectors.joining(","));
    }

    private static List<String> words(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(property -> "-D" + property.getKey() + "=" + property.getValue())
                .toList();
    }

    private Server server(String node) {
        return servers.get(node);
    }

    /** The life of the node that is up, as it stands in notes. */
    String life(String node) {
        String life = lives.get(node);
        if (life == null) {
            throw new IllegalStateException(node + " is not up");
        }
        return life;
    }

    /** The nodes whose application is up and not paused. */
    List<String> up() {
        return List.copyOf(lives.keySet());
    }

    /** Starts all that do not run; returns when all are ready. */
    void allUp() {
        ALL.stream()
                .filter(node -> !server(node).runs())
                .forEach(node -> server(node).start());
        ALL.forEach(this::awaitUp);
        awaitReady();
    }

    /** Puts this version of the application into place; a server that runs takes it at once. */
    void put(String node, Path version) {
        if (lives.containsKey(node)) {
            ended(node);
        }
        server(node).deploy(version);
    }

    /** Starts a server with the application that it had; returns when all are ready. */
    void start(String node) {
        server(node).start();
        awaitUp(node);
        awaitReady();
    }

    /** Stops the server as its operator does. */
    void stop(String node) {
        ended(node);
        server(node).stop();
    }

    /** SIGKILL. */
    void kill(String node) {
        killed.add(life(node));
        notes.add(Note.of(System.nanoTime(), life(node), Kind.GONE, "", 0, ""));
        ended(node);
        server(node).kill();
    }

    private void ended(String node) {
        over.add(life(node));
        lives.remove(node);
    }

    /** All lives that have ended gracefully. */
    Set<String> left() {
        Set<String> left = new HashSet<>(over);
        left.removeAll(killed);
        return left;
    }

    /** SIGSTOP; nobody asks the node for anything until it goes on. */
    void pause(String node) {
        lives.remove(node);
        server(node).pause();
    }

    /** SIGCONT. */
    void resume(String node) {
        server(node).resume();
    }

    /** A new version of the application on a server that runs; returns when it is up. */
    void deploy(String node, Path version) {
        put(node, version);
        awaitUp(node);
    }

    /** Returns when the application is up: a new one, or the one that was paused. */
    void awaitUp(String node) {
        Server server = server(node);
        await(
                node + " has its application up",
                () -> {
                    String life = server.get(LIFE);
                    boolean up = life.startsWith(node + "#") && !over.contains(life);
                    if (up) {
                        lives.put(node, life);
                    }
                    return up;
                },
                () -> "It answers " + server.get(LIFE) + "; see " + node + ".log");
    }

    /** Returns when each node that is up is ready. */
    void awaitReady() {
        up().forEach(node -> await(node + " is ready", () -> isReady(node), () -> readiness(node)));
    }

    /** Returns when the server, asked for its readiness, says all of these. */
    void awaitReadiness(String node, String... parts) {
        await(
                "readiness of " + node + " says " + List.of(parts),
                () -> {
                    String said = readiness(node);
                    return Stream.of(parts).allMatch(said::contains);
                },
                () -> readiness(node));
    }

    /** Returns when so many messages of this node have become dead letters. */
    void awaitDeadLetters(String singleton, int count, String node) {
        await(
                count + " dead letters of " + node,
                () -> story(singleton)
                                .of(Kind.DEAD)
                                .filter(note -> note.sender().equals(life(node)))
                                .count()
                        >= count,
                () -> readiness(node));
    }

    boolean isReady(String node) {
        return readiness(node).startsWith("{");
    }

    /** What the server answers who asks for its readiness; in brackets, with the status, when it is not ready. */
    String readiness(String node) {
        return server(node).get("/health/ready");
    }

    /** The own id of the node's Hazelcast member, and how many members it sees. */
    String member(String node) {
        return server(node).get("/cluster/member");
    }

    /** Returns when each node that is up, when it asks, is answered by the instance on this node. */
    void awaitHost(String singleton, String host) {
        up().forEach(node -> await(
                node + " is answered by " + host,
                () -> ask(node, singleton).startsWith(life(host) + " "),
                () -> ask(node, singleton) + "; " + readiness(node)));
    }

    /** The life that hosts, and how many messages the instance has handled; in brackets when there is no answer. */
    String ask(String node, String singleton) {
        return server(node).get("/cluster/" + singleton + "/tally");
    }

    /** One more message of the node's row. */
    void tell(String node, String singleton) {
        server(node).post("/cluster/" + singleton + "/messages");
    }

    /** These nodes tell so many messages a second, until it is {@link #quiet} or they end. */
    void traffic(String singleton, int perSecond, List<String> nodes) {
        nodes.forEach(node -> server(node).post("/cluster/" + singleton + "/traffic?rate=" + perSecond));
    }

    /** Returns when the instance has handled so many more messages of each of these nodes. */
    void awaitFlow(String singleton, int more, List<String> nodes) {
        long now = System.nanoTime();
        nodes.forEach(node -> await(
                "messages of " + node + " flow",
                () -> story(singleton)
                                .of(Kind.HANDLED)
                                .filter(note ->
                                        note.nanos() > now && note.sender().equals(life(node)))
                                .count()
                        >= more,
                () -> ask(node, singleton) + "; " + readiness(node)));
    }

    /** From here on a new story is told. */
    void newStory() {
        storyBegan = System.nanoTime();
    }

    Story story(String singleton) {
        return new Story(singleton, storyBegan, notes.all());
    }

    /**
     * Ends the traffic of all nodes that are up, and returns what became of it when it is known of each message that was
     * told on a node which was not killed.
     */
    Story quiet(String singleton) {
        traffic(singleton, 0, up());
        await(
                "the end of all messages",
                () -> unaccounted(singleton).isEmpty(),
                () -> "Nobody knows of " + unaccounted(singleton));
        return story(singleton);
    }

    private List<Message> unaccounted(String singleton) {
        return story(singleton).unaccounted().stream()
                .filter(message -> !killed.contains(message.sender()))
                .toList();
    }

    @Override
    public void close() {
        servers.values().stream().filter(Server::runs).forEach(Server::kill);
    }
}
