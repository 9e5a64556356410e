package dev.singleton.examples.jobscheduler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The three nodes: starts and ends them, keeps what they report, and says it to the person who watches. */
final class Nodes {

    static final List<String> NAMES = List.of("n1", "n2", "n3");

    private static final int FIRST_PORT = 5701;
    private static final long BOUND_SECONDS = 120;

    private final long begin = System.nanoTime();
    private final Path logs;
    private final Ledger ledger = new Ledger();
    private final Map<String, Child> children = new TreeMap<>();
    private final List<String> ready = new ArrayList<>();
    private volatile boolean closing;
    private Optional<String> host = Optional.empty();

    Nodes() throws IOException {
        logs = Files.createTempDirectory("job-scheduler-");
        print("the nodes' logs are in " + logs);
    }

    Ledger ledger() {
        return ledger;
    }

    void print(String line) {
        System.out.printf("[%7.3f s] %s%n", (System.nanoTime() - begin) / 1e9, line);
    }

    /** Starts the nodes that do not run, all at once, and waits until they do. */
    void start(List<String> names) throws InterruptedException {
        List<String> started = new ArrayList<>();
        for (String name : names) {
            if (!alive(name)) {
                Path log = logs.resolve(name + ".log");
                int port = FIRST_PORT + NAMES.indexOf(name);
                try {
                    Child child = Child.start(name, port, log, this::take);
                    synchronized (this) {
                        children.put(name, child);
                    }
                } catch (IOException failed) {
                    throw new UncheckedIOException("Cannot start " + name, failed);
                }
                started.add(name);
            }
        }
        if (started.isEmpty()) {
            print(names + " runs already");
            return;
        }
        print("starting " + started);
        await(started + " to join; see their logs in " + logs, () -> isReady(started));
    }

    private synchronized boolean isReady(List<String> names) {
        for (String name : names) {
            Child child = children.get(name);
            if (child == null || !child.alive()) {
                throw new IllegalStateException(name + " ended while it started; " + reason(name));
            }
        }
        return ready.containsAll(names);
    }

    synchronized boolean alive(String name) {
        Child child = children.get(name);
        return child != null && child.alive();
    }

    synchronized List<String> alive() {
        return NAMES.stream().filter(this::alive).toList();
    }

    synchronized Optional<String> host() {
        return host;
    }

    String awaitHost() throws InterruptedException {
        await("a node to host the scheduler", () -> host().filter(this::alive).isPresent());
        return host().orElseThrow();
    }

    void say(String name, String command) {
        Child child;
        synchronized (this) {
            child = children.get(name);
        }
        if (child == null || !child.alive()) {
            print(name + " does not run; 'start " + name + "' starts it");
            return;
        }
        try {
            child.say(command);
        } catch (UncheckedIOException ending) {
            print(name + " has just ended: " + ending.getMessage());
        }
    }

    void leave(String name) throws InterruptedException {
        Child child = remove(name);
        print("asking " + name + " to leave");
        child.leave();
        print(name + " has left");
    }

    void kill(String name) throws InterruptedException {
        Child child = remove(name);
        print("killing " + name + " (kill -9)");
        child.kill();
    }

    private synchronized Child remove(String name) {
        Child child = children.remove(name);
        if (child == null) {
            throw new IllegalArgumentException(name + " does not run");
        }
        ready.remove(name);
        return child;
    }

    void endAll() throws InterruptedException {
        closing = true;
        for (String name : alive()) {
            remove(name).leave();
        }
    }

    void killAll() {
        closing = true;
        List<Child> left;
        synchronized (this) {
            left = List.copyOf(children.values());
        }
        for (Child child : left) {
            try {
                child.kill();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void take(Report report) {
        ledger.take(report);
        switch (report.verb()) {
            case "ready" -> {
                synchronized (this) {
                    ready.add(report.node());
                }
                print(report.node() + " is up");
            }
            case "started" -> {
                synchronized (this) {
                    host = Optional.of(report.node());
                }
                String[] words = report.words();
                print(report.node() + " hosts the job scheduler (jobs waiting: " + words[1] + ", run so far: "
                        + words[2] + ")");
            }
            case "stopped" -> {
                synchronized (this) {
                    host = host.filter(name -> !name.equals(report.node()));
                }
                print(report.node() + " has stopped the job scheduler: " + report.rest());
            }
            case "ran" -> print(report.node() + " ran job " + report.rest());
            case "status", "done" -> print(report.rest());
            case "ended" -> ended(report.node());
            case "error" -> print(report.node() + ": " + report.rest());
            default -> {
                // Messages are counted by the ledger, and too many to print.
            }
        }
    }

    /** A node that was not asked to leave has ended: say so, and where to read why. */
    private void ended(String name) {
        boolean expected;
        synchronized (this) {
            expected = !children.containsKey(name);
            ready.remove(name);
            host = host.filter(node -> !node.equals(name));
        }
        if (!expected && !closing) {
            print(name + " has ended by itself; " + reason(name));
        }
    }

    /** The line of a node's log that says why it could not start, or where the log is. */
    private String reason(String name) {
        Path log = logs.resolve(name + ".log");
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("SingletonConfigurationException: "))
                    .map(line -> line.substring(line.indexOf("SingletonConfigurationException: ") + 33))
                    .findFirst()
                    .orElse("see " + log);
        } catch (IOException | UncheckedIOException unreadable) {
            return "see " + log + " (" + unreadable.getMessage() + ")";
        }
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("Waited " + BOUND_SECONDS + " s in vain for " + what);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
