package dev.singleton.it.liberty.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What this deployment of the application notes, one file for each of its lives. A note that is written is there, whatever
 * happens to the server. Not a bean: instances end, and letters die, when there may be no beans any more. Safe for threads.
 */
final class NoteBook {

    /** Where all notes are. */
    static final String DIRECTORY = "notes.directory";
    /** The name of the node. */
    static final String NODE = "notes.node";

    static final NoteBook HERE = begin();

    private final String life;
    private final Path file;

    private NoteBook(String life, Path file) {
        this.life = life;
        this.file = file;
    }

    /** The life after all that this node has had so far. */
    private static NoteBook begin() {
        Path directory = Path.of(System.getProperty(DIRECTORY));
        String node = System.getProperty(NODE);
        for (int number = 1; ; number++) {
            String life = node + "#" + number;
            try {
                return new NoteBook(life, Files.createFile(directory.resolve(life + ".notes")));
            } catch (FileAlreadyExistsException earlier) {
                // So that the next number is tried.
            } catch (IOException failed) {
                throw new UncheckedIOException("Notes of " + life + " cannot be taken", failed);
            }
        }
    }

    String life() {
        return life;
    }

    void note(Note.Kind kind, String singleton, long token, String text) {
        write(Note.of(System.nanoTime(), life, kind, singleton, token, text));
    }

    void note(Note.Kind kind, String singleton, Signal.Numbered message, long token, String text) {
        note(System.nanoTime(), kind, singleton, message, token, text);
    }

    void note(long nanos, Note.Kind kind, String singleton, Signal.Numbered message, long token, String text) {
        write(new Note(nanos, life, kind, singleton, message.sender(), message.number(), token, text));
    }

    private synchronized void write(Note note) {
        try {
            Files.writeString(file, note.toLine(), UTF_8, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException("Cannot write down " + note, failed);
        }
    }
}
