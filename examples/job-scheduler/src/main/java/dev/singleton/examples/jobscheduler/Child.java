package dev.singleton.examples.jobscheduler;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One of the three JVMs, seen from the program that starts them. */
final class Child {

    private final String name;
    private final Process process;
    private final Writer commands;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Child start(String name, int port, Path log, Consumer<Report> watcher) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dnode.name=" + name,
                "-Dsingleton.hazelcast.port=" + port,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "node"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(new File(log.toString())))
                .start();
        Child child = new Child(name, process);
        Thread reader = new Thread(() -> child.read(watcher), "watch-" + name);
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    private void read(Consumer<Report> watcher) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null) {
                if (line.startsWith(Reports.MARK + " ")) {
                    watcher.accept(Report.parse(name, line));
                }
                line = lines.readLine();
            }
        } catch (IOException closed) {
            // A killed JVM closes its output in the middle of a line: what was whole has been read.
            System.getLogger(Child.class.getName()).log(System.Logger.Level.DEBUG, name, closed);
        }
        watcher.accept(new Report(name, System.nanoTime(), "ended"));
    }

    synchronized void say(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException gone) {
            throw new UncheckedIOException(name + " does not listen any more", gone);
        }
    }

    void leave() throws InterruptedException {
        try {
            say("leave");
        } catch (UncheckedIOException ending) {
            // It is on its way out already, which is what was asked for.
            System.getLogger(Child.class.getName()).log(System.Logger.Level.DEBUG, name, ending);
        }
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            kill();
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    boolean alive() {
        return process.isAlive();
    }
}
