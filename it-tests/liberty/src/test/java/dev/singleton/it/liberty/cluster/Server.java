package dev.singleton.it.liberty.cluster;

import dev.singleton.it.liberty.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One Open Liberty server, a process of ours; it ends when this JVM does. One thread. */
final class Server {

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final Path INSTALLATION = Path.of(System.getProperty("wlp.home"));

    private final Path directory;
    private final List<String> command;
    private final Path log;
    private final Http http;

    private @Nullable Process process;
    private @Nullable Leash leash;
    private @Nullable Leash pause;

    /**
     * @param name of the node
     * @param home the directory of all servers
     * @param settings system properties of the server
     */
    Server(String name, Path home, int httpPort, List<String> settings) {
        this.directory = home.resolve("servers").resolve(name);
        this.log = home.resolve(name + ".log");
        this.http = new Http(httpPort);
        this.command = command(name, settings);
        try {
            Files.createDirectories(directory.resolve("dropins"));
            Files.copy(resource("server.xml"), directory.resolve("server.xml"));
            Files.writeString(directory.resolve("bootstrap.properties"), "http.port=" + httpPort + "\n");
        } catch (IOException failed) {
            throw new UncheckedIOException("The server " + name + " cannot be made in " + home, failed);
        }
    }

    private static Path resource(String name) {
        return Path.of("src/test/resources/cluster").resolve(name);
    }

    /** What the script of the server does, but that the server is a child of ours. */
    private static List<String> command(String name, List<String> settings) {
        Path tools = INSTALLATION.resolve("bin/tools");
        List<String> words = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-javaagent:" + tools.resolve("ws-javaagent.jar"),
                "@" + INSTALLATION.resolve("lib/platform/java/java9.options"),
                "@" + resource("jvm.options").toAbsolutePath()));
        words.addAll(settings);
        words.addAll(List.of("-jar", tools.resolve("ws-server.jar").toString(), name));
        return words;
    }

    boolean runs() {
        return process != null && process.isAlive();
    }

    /** Begins to start; the application starts with it, if there is one. */
    void start() {
        if (process != null) {
            throw new IllegalStateException(name() + " runs already");
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment()
                .put("WLP_USER_DIR", directory.getParent().getParent().toString());
        try {
            Process started = builder.start();
            process = started;
            leash = Leash.on(started);
        } catch (IOException failed) {
            throw new UncheckedIOException("The server cannot be started: " + command, failed);
        }
    }

    /** SIGTERM, which is what stops a server gracefully; returns when it has ended. */
    void stop() {
        running().destroy();
        awaitEnd();
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() {
        running().destroyForcibly();
        resume();
        awaitEnd();
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException(name() + " does not run");
        }
        return process;
    }

    private void awaitEnd() {
        try {
            if (!running().waitFor(Patience.BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError(name() + " has not ended within " + Patience.BOUND);
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError("The test was ended from outside", interrupted);
        }
        process = null;
        Leash held = leash;
        leash = null;
        if (held != null) {
            held.letGo();
        }
    }

    /** SIGSTOP. */
    void pause() {
        pause = Leash.pausing(running());
    }

    /** SIGCONT. */
    void resume() {
        Leash held = pause;
        pause = null;
        if (held != null) {
            held.letGo();
        }
    }

    /** A new version, which the server takes for the one that is there. */
    void deploy(Path war) {
        try {
            Path fresh = directory.resolve("cluster.war.fresh");
            Files.copy(war, fresh, StandardCopyOption.REPLACE_EXISTING);
            Files.move(fresh, application(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new UncheckedIOException(war + " cannot be put into " + directory, failed);
        }
    }

    /** Takes the application away. */
    void undeploy() {
        try {
            Files.delete(application());
        } catch (IOException failed) {
            throw new UncheckedIOException("Cannot be taken away: " + application(), failed);
        }
    }

    private Path application() {
        return directory.resolve("dropins/cluster.war");
    }

    /** The body of the answer, or in brackets what there was instead of a good answer. */
    String get(String path) {
        try {
            HttpResponse<String> answer = http.get(path);
            return answer.statusCode() == OK ? answer.body() : "(" + answer.statusCode() + " " + answer.body() + ")";
        } catch (IOException unanswered) {
            return "(" + unanswered + ")";
        } catch (InterruptedException interrupted) {
            throw new AssertionError("The test was ended from outside", interrupted);
        }
    }

    /** What must succeed. */
    void post(String path) {
        try {
            HttpResponse<String> answer = http.post(path);
            if (answer.statusCode() != NO_CONTENT) {
                throw new AssertionError(path + " on " + name() + ": " + answer.statusCode() + " " + answer.body());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(path + " on " + name() + " is not answered", failed);
        } catch (InterruptedException interrupted) {
            throw new AssertionError("The test was ended from outside", interrupted);
        }
    }

    private String name() {
        return directory.getFileName().toString();
    }
}
