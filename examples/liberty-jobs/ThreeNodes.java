import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Starts a database and three Open Liberty servers with the job scheduler in them, all on this machine, and ends them when
 * it ends: at "quit", Ctrl-C or the end of its input. Run it from the root of the repository after the module was built:
 *
 * <pre>java examples/liberty-jobs/ThreeNodes.java [--lease=cp] [--http-port=9081] [--hazelcast-port=5701]
 *     [--database-port=9092] [--directory=target/three-nodes]</pre>
 * The ports are those of the first node; the others have the next two. The directory lies in the module.
 */
final class ThreeNodes {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final List<String> NAMES = List.of("n1", "n2", "n3");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String DATABASE = "database";
    private static final String HELP =
            "Commands: stop n1 (as an operator would), kill n1 (as a power cut would), start n1, quit";

    /** Small and quick to start: three servers share one machine here. Not for production. */
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Map<String, String> options;
    private final Path module = module();
    private final Path directory;
    private final Map<String, Process> running = new ConcurrentHashMap<>();
    private boolean ending;

    private ThreeNodes(Map<String, String> options) {
        this.options = options;
        this.directory = module.resolve(options.get("directory"));
    }

    public static void main(String[] arguments) throws Exception {
        ThreeNodes nodes = new ThreeNodes(options(arguments));
        Runtime.getRuntime().addShutdownHook(new Thread(nodes::end, "end"));
        nodes.prepare();
        nodes.startDatabase();
        for (String name : NAMES) {
            nodes.start(name);
        }
        for (String name : NAMES) {
            nodes.awaitReady(name);
        }
        nodes.explain();
        nodes.obey();
        System.exit(0);
    }

    private static Map<String, String> options(String[] arguments) {
        Map<String, String> options = new TreeMap<>(Map.of(
                "lease", "none",
                "http-port", "9081",
                "hazelcast-port", "5701",
                "database-port", "9092",
                "directory", "target/three-nodes"));
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            String name = parts[0].replaceFirst("^--", "");
            if (parts.length != 2 || !options.containsKey(name)) {
                throw new IllegalArgumentException("'" + argument + "' is no option; there are " + options);
            }
            options.put(name, parts[1]);
        }
        return options;
    }

    private static Path module() {
        for (String candidate : List.of("examples/liberty-jobs", ".")) {
            Path module = Path.of(candidate).toAbsolutePath().normalize();
            if (Files.exists(module.resolve("target/liberty/wlp"))
                    && Files.exists(module.resolve("target/liberty-jobs.war"))) {
                return module;
            }
        }
        throw new IllegalStateException(
                "There is no server and no WAR in examples/liberty-jobs/target. In the root of the repository,"
                        + " run: mvn -B -ntp -q -DskipTests -pl examples/liberty-jobs -am pre-integration-test");
    }

    /** One installation of the server for all nodes; each has a directory of its own, as on a machine of its own. */
    private void prepare() throws IOException {
        copy(module.resolve("target/liberty-jobs.war"), directory.resolve("shared/apps/liberty-jobs.war"));
        copy(module.resolve("target/database/h2.jar"), directory.resolve("shared/resources/h2/h2.jar"));
        Path config = module.resolve("src/main/liberty/config");
        for (String name : NAMES) {
            copy(config.resolve("server.xml"), directory.resolve("servers/" + name + "/server.xml"));
            copy(config.resolve("jvm.options"), directory.resolve("servers/" + name + "/jvm.options"));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private void startDatabase() throws Exception {
        int port = port(DATABASE, 0);
        refuseTaken(port, "--database-port");
        String command = "-Xmx128m -Dh2.bindAddress=127.0.0.1 -cp shared/resources/h2/h2.jar org.h2.tools.Server"
                + " -tcp -tcpPort " + port + " -ifNotExists -baseDir database";
        run(DATABASE, DATABASE, List.of(command.split(" ")), Map.of());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!listens(port)) {
            awaitABit(DATABASE, deadline);
        }
    }

    /** What the script "server run" does, without a shell: the options of jvm.options, the server's jar, its environment. */
    private void start(String name) throws IOException {
        int number = NAMES.indexOf(name);
        refuseTaken(port("http", number), "--http-port");
        refuseTaken(port("hazelcast", number), "--hazelcast-port");
        List<String> command = new ArrayList<>(SMALL);
        command.add("@" + wlp("lib/platform/java/java9.options"));
        command.add("@servers/" + name + "/jvm.options");
        command.add("-javaagent:" + wlp("bin/tools/ws-javaagent.jar"));
        // Clean, because Liberty caches the jars of a WAR by their time, and reproducible builds keep that the same.
        command.addAll(List.of("-jar", wlp("bin/tools/ws-server.jar"), name, "--clean"));
        String members = IntStream.range(0, NAMES.size())
                .mapToObj(other -> "127.0.0.1:" + port("hazelcast", other))
                .collect(Collectors.joining(","));
        Map<String, String> settings = Map.of(
                "HTTP_PORT", Integer.toString(port("http", number)),
                "SINGLETON_HAZELCAST_PORT", Integer.toString(port("hazelcast", number)),
                "SINGLETON_HAZELCAST_MEMBERS", members,
                "SINGLETON_TYPE_JOB_SCHEDULER_LEASE", options.get("lease"),
                "JOBS_DATABASE_URL", "jdbc:h2:tcp://127.0.0.1:" + port(DATABASE, 0) + "/./jobs");
        run(name, name, command, settings);
        say(name + " starts");
    }

    /** Not while all are being ended: nobody would end this one. */
    private synchronized Process run(String name, String log, List<String> arguments, Map<String, String> settings)
            throws IOException {
        if (ending) {
            throw new IllegalStateException(name + " is not started any more");
        }
        List<String> command = new ArrayList<>(arguments);
        command.add(0, ProcessHandle.current().info().command().orElse("java"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        Redirect.appendTo(directory.resolve(log + ".log").toFile()));
        builder.environment().put("WLP_USER_DIR", directory.toString());
        builder.environment().putAll(settings);
        running.put(name, builder.start());
        return running.get(name);
    }

    private void awaitReady(String name) throws Exception {
        URI health = URI.create(url(name) + "/health/ready");
        HttpRequest readiness =
                HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(5)).build();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady(readiness)) {
            awaitABit(name, deadline);
        }
        say(name + " is ready: " + url(name));
    }

    private static boolean isReady(HttpRequest readiness) throws InterruptedException {
        try {
            HttpResponse<String> answer = CLIENT.send(readiness, HttpResponse.BodyHandlers.ofString());
            // The check has to be there: before the application is deployed, there is none that could be DOWN.
            return answer.statusCode() == 200 && answer.body().contains("cluster-singletons");
        } catch (IOException notYet) {
            // It does not listen yet. Whether it still runs is looked at by whoever asks again.
            return false;
        }
    }

    private void awaitABit(String name, long deadline) throws InterruptedException {
        boolean ended = running.get(name).waitFor(200, TimeUnit.MILLISECONDS);
        if (ended || System.nanoTime() - deadline > 0) {
            String what = ended ? " has ended by itself" : " was not ready within " + PATIENCE.toSeconds() + " s";
            throw new IllegalStateException(name + what + ": see " + directory.resolve(name + ".log"));
        }
    }

    private void explain() {
        say("\nThree nodes, one scheduler. Try, on any of the ports:\n  curl -i -H 'Content-Type: application/json'"
                + " -d '{\"task\":\"water the plants\",\"delaySeconds\":5}' " + url("n1") + "/jobs\n  curl "
                + url("n2") + "/jobs\n  curl " + url("n3") + "/health/ready\n" + HELP);
    }

    private void obey() throws Exception {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine().strip();
            String[] words = line.split(" +");
            if (line.equals("quit")) {
                return;
            } else if (words.length == 2 && NAMES.contains(words[1])) {
                obey(words[0], words[1]);
            } else if (!line.isEmpty()) {
                say(HELP);
            }
        }
    }

    private void obey(String verb, String name) throws Exception {
        boolean runs = running.get(name).isAlive();
        if (verb.equals("start") && !runs) {
            start(name);
            awaitReady(name);
        } else if (verb.equals("stop") && runs) {
            stop(name);
            say(name + " has stopped");
        } else if (verb.equals("kill") && runs) {
            running.get(name).destroyForcibly().waitFor();
            say(name + " is dead");
        } else {
            say(name + (runs ? " runs. " : " does not run. ") + HELP);
        }
    }

    /** What the script "server stop" does. The signal TERM would do the same, where there are signals. */
    private void stop(String name) throws Exception {
        List<String> stop = List.of("-jar", wlp("bin/tools/ws-server.jar"), name, "--stop");
        run("stop of " + name, name, stop, Map.of()).waitFor();
        if (!running.get(name).waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " did not stop within " + PATIENCE.toSeconds() + " s");
        }
    }

    /** All servers at once, then the database that they write to. */
    private void end() {
        synchronized (this) {
            ending = true;
        }
        Process database = running.remove(DATABASE);
        end(running.values());
        end(database == null ? List.of() : List.of(database));
    }

    private static void end(Collection<Process> processes) {
        processes.forEach(Process::destroy);
        for (Process process : processes) {
            CompletableFuture<Process> ended = process.onExit();
            ended.completeOnTimeout(process, PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join();
            process.destroyForcibly();
        }
    }

    private static void refuseTaken(int port, String option) {
        if (listens(port)) {
            throw new IllegalStateException("Port " + port + " is in use: give another one with " + option + "=");
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }

    private int port(String what, int number) {
        return Integer.parseInt(options.get(what + "-port")) + number;
    }

    private String url(String name) {
        return "http://127.0.0.1:" + port("http", NAMES.indexOf(name));
    }

    private String wlp(String file) {
        return module.resolve("target/liberty/wlp").resolve(file).toString();
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
