package dev.singleton.it.liberty.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads what all lives of all nodes have noted, each line once. One thread. */
final class Notes {

    private final Path directory;
    private final Map<Path, Long> read = new HashMap<>();
    private final List<Note> notes = new ArrayList<>();

    Notes(Path directory) {
        this.directory = directory;
    }

    /** What only this JVM knows. */
    void add(Note note) {
        notes.add(note);
    }

    /** All so far, in the order of the one clock. */
    List<Note> all() {
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(this::readOn);
        } catch (IOException failed) {
            throw new UncheckedIOException("The notes in " + directory + " cannot be read", failed);
        }
        notes.sort(Comparator.comparingLong(Note::nanos));
        return List.copyOf(notes);
    }

    private void readOn(Path path) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long from = read.getOrDefault(path, 0L);
            file.seek(from);
            byte[] more = new byte[(int) (file.length() - from)];
            file.readFully(more);
            int whole = more.length;
            while (whole > 0 && more[whole - 1] != '\n') {
                whole--;
            }
            read.put(path, from + whole);
            new String(more, 0, whole, UTF_8).lines().map(Note::parse).forEach(notes::add);
        } catch (IOException failed) {
            throw new UncheckedIOException("The notes in " + path + " cannot be read", failed);
        }
    }
}
