package dev.singleton.it.liberty.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A little shell beside a process of ours, which ends or resumes it when this JVM ends, however it does. */
final class Leash {

    private final Process shell;

    private Leash(Process shell) {
        this.shell = shell;
    }

    /** Kills the process when this JVM ends first. */
    static Leash on(Process server) {
        return hold(server, "echo; read word || kill -KILL $0");
    }

    /** Stops the process (SIGSTOP); it goes on (SIGCONT) when it is let go, or this JVM ends. */
    static Leash pausing(Process server) {
        return hold(server, "kill -STOP $0; echo; read word; kill -CONT $0");
    }

    private static Leash hold(Process server, String script) {
        try {
            Process shell = new ProcessBuilder("sh", "-c", script, String.valueOf(server.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (shell.getInputStream().read() < 0) {
                throw new IllegalStateException(
                        "Process " + server.pid() + " cannot be held: there is no such process");
            }
            return new Leash(shell);
        } catch (IOException noShell) {
            throw new UncheckedIOException("A shell is needed to hold process " + server.pid(), noShell);
        }
    }

    /** Returns when the shell has ended. */
    void letGo() {
        try {
            shell.getOutputStream().write('\n');
            shell.getOutputStream().close();
            shell.waitFor();
        } catch (IOException gone) {
            throw new UncheckedIOException("The shell that held a server has ended by itself", gone);
        } catch (InterruptedException interrupted) {
            throw new AssertionError("The test was ended from outside", interrupted);
        }
    }
}
