package dev.singleton.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.core.HazelcastException;
import dev.singleton.SingletonConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Loads a Hazelcast configuration from where a setting says. */
final class ConfigSource {

    private static final String CLASSPATH = "classpath:";

    private ConfigSource() {}

    /** @throws SingletonConfigurationException when there is nothing, or nothing usable, at that place */
    static Config load(String location, ClassLoader loader) {
        String name = location.toLowerCase(Locale.ROOT);
        boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
        if (!yaml && !name.endsWith(".xml")) {
            throw new SingletonConfigurationException("The Hazelcast configuration '" + location
                    + "' is neither XML nor YAML by its name: it must end with .xml, .yaml or .yml");
        }
        try (InputStream in = open(location, loader)) {
            return yaml ? new YamlConfigBuilder(in).build() : new XmlConfigBuilder(in).build();
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new SingletonConfigurationException(
                    "The Hazelcast configuration '" + location + "' cannot be read (" + unreadable
                            + "): name a file, a URL, or classpath: and a resource of the application",
                    unreadable);
        } catch (HazelcastException invalid) {
            throw new SingletonConfigurationException(
                    "The Hazelcast configuration '" + location + "' is not valid: " + invalid.getMessage(), invalid);
        }
    }

    private static InputStream open(String location, ClassLoader loader) throws IOException {
        if (location.startsWith(CLASSPATH)) {
            String resource = location.substring(CLASSPATH.length());
            InputStream in = loader.getResourceAsStream(resource.startsWith("/") ? resource.substring(1) : resource);
            if (in == null) {
                throw new IOException("no such resource");
            }
            return in;
        }
        // One letter before the colon is a drive.
        boolean url = location.matches("[A-Za-z][A-Za-z0-9+.-]+:.*");
        return url ? URI.create(location).toURL().openStream() : Files.newInputStream(Path.of(location));
    }
}
