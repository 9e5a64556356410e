package dev.singleton.examples.jobs;

import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The three servers, started by the program that the README tells a reader to run, at ports of their own. */
final class Cluster {

    private static final Pattern WORK = Pattern.compile("does the work of job ([A-Za-z0-9.-]+):");

    private final Path directory;
    private final Path output;
    private final Process process;
    private final Writer commands;
    private final List<Node> running = new ArrayList<>();

    private Cluster(String name, String... options) throws Exception {
        directory = Path.of("target", name).toAbsolutePath();
        clear(directory);
        output = Files.createDirectories(directory).resolve("output.log");
        int port = freePorts(7);
        for (int number = 0; number < 3; number++) {
            running.add(new Node("n" + (number + 1), port + number, port + 3 + number));
        }
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "ThreeNodes.java",
                "--directory=" + directory,
                "--http-port=" + port,
                "--hazelcast-port=" + (port + 3),
                "--database-port=" + (port + 6)));
        command.addAll(List.of(options));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Three nodes that are ready. */
    static Cluster start(String name, String... options) throws Exception {
        Cluster cluster = new Cluster(name, options);
        try {
            cluster.awaitLine("Three nodes, one scheduler.");
        } catch (Exception | AssertionError failed) {
            cluster.end();
            throw failed;
        }
        return cluster;
    }

    List<Node> running() {
        return List.copyOf(running);
    }

    /** The node that hosts, once all that run agree on it. */
    Node host() throws Exception {
        Await.until("one host, and all know it", () -> agreedHost().isPresent());
        return agreedHost().orElseThrow();
    }

    private Optional<Node> agreedHost() throws Exception {
        List<Node> hosts = new ArrayList<>();
        for (Node node : running) {
            if (node.hosts()) {
                hosts.add(node);
            }
        }
        if (hosts.size() != 1) {
            return Optional.empty();
        }
        for (Node node : running) {
            if (!node.believesIn(hosts.get(0))) {
                return Optional.empty();
            }
        }
        return Optional.of(hosts.get(0));
    }

    void stop(Node node) throws Exception {
        say("stop " + node.name());
        awaitLine(node.name() + " has stopped");
        running.remove(node);
    }

    void kill(Node node) throws Exception {
        say("kill " + node.name());
        awaitLine(node.name() + " is dead");
        running.remove(node);
    }

    void startAgain(Node node) throws Exception {
        String ready = node.name() + " is ready";
        int before = lines(ready);
        say("start " + node.name());
        Await.until(ready + " again", () -> lines(ready) > before);
        running.add(node);
    }

    /** How often the work of each job was done, on all nodes together, by their logs. */
    Map<String, Integer> worked() throws IOException {
        Map<String, Integer> times = new HashMap<>();
        try (Stream<Path> files = Files.walk(directory.resolve("servers"), 3)) {
            for (Path log : files.filter(Cluster::isLog).toList()) {
                Matcher work = WORK.matcher(Files.readString(log));
                while (work.find()) {
                    times.merge(work.group(1), 1, Integer::sum);
                }
            }
        }
        return times;
    }

    private static boolean isLog(Path file) {
        return file.getFileName().toString().matches("messages.*\\.log");
    }

    private void say(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    private void awaitLine(String start) throws Exception {
        Await.until("'" + start + "' in " + output, () -> {
            if (lines(start) > 0) {
                return true;
            }
            if (!process.isAlive()) {
                throw new AssertionError("ThreeNodes has ended: " + Files.readString(output));
            }
            return false;
        });
    }

    private int lines(String start) throws IOException {
        try (Stream<String> lines = Files.lines(output)) {
            return (int) lines.filter(line -> line.startsWith(start)).count();
        }
    }

    /** Ends the servers as a reader would, and whatever that leaves by force. */
    void end() throws Exception {
        Set<ProcessHandle> servers = process.descendants().collect(Collectors.toSet());
        try {
            say("quit");
        } catch (IOException ended) {
            // It does not listen because it has ended, which is what is wanted.
            System.getLogger(Cluster.class.getName()).log(System.Logger.Level.DEBUG, "ended before", ended);
        }
        if (!process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        List<ProcessHandle> left =
                servers.stream().filter(ProcessHandle::isAlive).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        if (!left.isEmpty()) {
            throw new AssertionError("ThreeNodes has ended and left " + left.size() + " processes behind");
        }
    }

    private static void clear(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> old = Files.walk(directory)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    /** Below the ports that the system gives to connections, so that one is still free when a node comes back. */
    private static int freePorts(int count) {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (IntStream.range(first, first + count).allMatch(Cluster::free)) {
                return first;
            }
        }
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
