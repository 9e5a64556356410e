package dev.singleton.it;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One JVM under command. It ends when this JVM does, as its standard input ends then. */
final class NodeProcess {

    private final String life;
    private final Process process;
    private final TimeLine timeLine;
    private final GuardedStore store;
    private final Thread reader;
    private final AtomicLong lastCommand = new AtomicLong();
    private final Map<String, CompletableFuture<String>> replies = new ConcurrentHashMap<>();
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private @Nullable Process pause;
    private volatile long gone;

    private NodeProcess(String life, Process process, TimeLine timeLine, GuardedStore store) {
        this.life = life;
        this.process = process;
        this.timeLine = timeLine;
        this.store = store;
        this.reader = new Thread(this::read, "events of " + life);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * @param launcher what the command begins with
     * @param classPath of the new JVM
     */
    static NodeProcess start(
            String life,
            List<String> launcher,
            String classPath,
            File log,
            TimeLine timeLine,
            GuardedStore store,
            List<String> mainAndWords) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath));
        command.addAll(mainAndWords);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.to(log))
                    .start();
            return new NodeProcess(life, process, timeLine, store);
        } catch (IOException cannotStart) {
            throw new UncheckedIOException("The JVM of " + life + " cannot be started", cannotStart);
        }
    }

    String life() {
        return life;
    }

    long pid() {
        return process.pid();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard(Event.parse(life, line));
            }
        } catch (IOException | RuntimeException broken) {
            ready.completeExceptionally(broken);
        } finally {
            long now = System.nanoTime();
            timeLine.add(new Event(gone == 0 ? now : gone, life, Event.Kind.GONE, List.of("")));
            ready.completeExceptionally(new IllegalStateException(life + " has ended"));
            replies.values()
                    .forEach(reply -> reply.completeExceptionally(new IllegalStateException(life + " has ended")));
        }
    }

    private void heard(Event event) {
        if (event.kind() == Event.Kind.WRITE) {
            send("0 stored " + event.field(0) + " " + store.write(event));
            return;
        }
        timeLine.add(event);
        switch (event.kind()) {
            case READY -> ready.complete("");
            case FAILED -> ready.completeExceptionally(new IllegalStateException(event.field(0)));
            case REPLY -> {
                CompletableFuture<String> reply = replies.remove(event.field(0));
                if (reply != null && event.field(1).equals("ok")) {
                    reply.complete(event.field(2));
                } else if (reply != null) {
                    reply.completeExceptionally(new IllegalStateException(life + ": " + event.field(2)));
                }
            }
            default -> {
                // The time line has it.
            }
        }
    }

    /** Returns when the node is a member. */
    NodeProcess awaitReady() {
        await(ready, "ready");
        return this;
    }

    /** Sends a command; the reply comes when it has been obeyed. */
    CompletableFuture<String> command(String... words) {
        String number = String.valueOf(lastCommand.incrementAndGet());
        CompletableFuture<String> reply = new CompletableFuture<>();
        replies.put(number, reply);
        if (!send(number + " " + String.join(" ", words))) {
            reply.completeExceptionally(new IllegalStateException(life + " has ended"));
        }
        return reply;
    }

    /** False when the process has ended. */
    private boolean send(String line) {
        try {
            OutputStream commands = process.getOutputStream();
            synchronized (this) {
                commands.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                commands.flush();
            }
            return true;
        } catch (IOException ended) {
            return false;
        }
    }

    /** Sends a command and waits until it has been obeyed. */
    String obey(String... words) {
        return await(command(words), String.join(" ", words));
    }

    private String await(CompletableFuture<String> reply, String what) {
        try {
            return reply.get(TimeLine.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause().getMessage(), failed);
        } catch (TimeoutException | InterruptedException failed) {
            throw new AssertionError(life + " did not obey '" + what + "' within " + TimeLine.PATIENCE, failed);
        }
    }

    /** SIGKILL; returns when the process is gone and all that it reported is on the time line. */
    void kill() {
        gone = System.nanoTime();
        process.destroyForcibly();
        awaitEnd();
        resume();
    }

    /** Returns when the process has ended and all that it reported is on the time line. */
    void awaitEnd() {
        try {
            if (!process.waitFor(TimeLine.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError(life + " did not end within " + TimeLine.PATIENCE);
            }
            reader.join(TimeLine.PATIENCE.toMillis());
        } catch (InterruptedException interrupted) {
            throw new AssertionError("The test was ended from outside", interrupted);
        }
    }

    /** SIGSTOP. A little shell holds it so, and lets it go on when this JVM ends. */
    void pause() {
        String pid = String.valueOf(process.pid());
        try {
            Process holder = new ProcessBuilder(
                            "sh", "-c", "kill -STOP $0; echo stopped; read word; kill -CONT $0", pid)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            pause = holder;
            if (holder.getInputStream().read() < 0) {
                throw new AssertionError(life + " could not be stopped");
            }
        } catch (IOException noShell) {
            throw new UncheckedIOException(life + " could not be stopped", noShell);
        }
    }

    /** SIGCONT. */
    void resume() {
        Process holder = pause;
        pause = null;
        if (holder != null) {
            try {
                holder.getOutputStream().close();
                holder.waitFor();
            } catch (IOException | InterruptedException failed) {
                throw new AssertionError(life + " could not go on", failed);
            }
        }
    }
}
