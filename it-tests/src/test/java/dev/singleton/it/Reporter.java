package dev.singleton.it;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Tells the harness what happens in this JVM, on its standard output, which is then nobody else's. */
final class Reporter {

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    /** Whatever else is printed goes to the log from now on. */
    static Reporter takeStandardOutput() {
        System.setOut(System.err);
        return new Reporter();
    }

    /** When this returns, the harness will read it, even if this process is killed in the next moment. */
    synchronized void report(Event.Kind kind, String... fields) {
        byte[] line = Event.line(System.nanoTime(), kind, List.of(fields)).getBytes(StandardCharsets.UTF_8);
        try {
            // One write: a kill leaves no half of a line.
            out.write(line);
        } catch (IOException gone) {
            throw new UncheckedIOException("The harness is gone", gone);
        }
    }
}
