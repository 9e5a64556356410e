package dev.singleton.it.liberty.cluster;

import dev.singleton.it.liberty.Rest;
import dev.singleton.it.liberty.Wars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Makes versions of the application under test, which differ in their settings. */
final class Version {

    private static final Class<?>[] CLASSES = {
        Rest.class,
        Desk.class,
        Traffic.class,
        Observer.class,
        NoteBook.class,
        Note.class,
        Signal.class,
        Recorder.class,
        Counter.class,
        Ledger.class,
        Poller.class
    };

    /** The lowest address hosts; a silent member is dead after 5 s, and a lease free after 10 s. */
    private static final Map<String, String> SETTINGS = Map.of(
            "singleton.hazelcast.cluster-name", "three-servers",
            "singleton.type.ledger.lease", "cp",
            // Nobody hosts while a node that comes back takes its place among the CP members, on a slow machine for
            // long.
            "singleton.type.ledger.buffer-size", "20000",
            "singleton.lease.cp.session-ttl", "PT10S",
            "singleton.lease.cp.heartbeat", "PT1S",
            "singleton.lease.cp.margin", "PT2S");

    private Version() {}

    /**
     * A WAR file of this name.
     *
     * @param changes settings that are other than those of the first version
     */
    static Path make(String name, Map<String, String> changes) {
        Map<String, String> settings = new TreeMap<>(SETTINGS);
        settings.putAll(changes);
        WebArchive war = Wars.settings(Wars.withLibrary("cluster", CLASSES), settings);
        Stream.of(CLASSES).forEach(type -> war.addClasses(type.getDeclaredClasses()));
        Path directory = Path.of("target/versions");
        try {
            Files.createDirectories(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException("There is no directory " + directory, failed);
        }
        Path file = directory.resolve(name + ".war");
        war.as(ZipExporter.class).exportTo(file.toFile(), true);
        return file;
    }
}
