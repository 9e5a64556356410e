package dev.singleton.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.health.SmallRyeHealthReporter;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything is found as in an application: by class path, service file and beans.xml, with a real node. */
@DisplayName("In an application that registers nothing by hand")
class DiscoveryTest {

    record Job(String id) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {}
    }

    @TempDir
    Path archive;

    @Test
    void theActorIsFoundByItsNameAloneAndTheHealthCheckIsThereOnce() throws IOException {
        fillArchive();
        Cluster cluster = Cluster.of(1);
        Config config = new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(
                        Map.of(
                                "singleton.hazelcast.cluster-name", cluster.name(),
                                "singleton.hazelcast.port",
                                        String.valueOf(cluster.ports().get(0))),
                        "discovery",
                        200))
                .build();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {archive.toUri().toURL()}, before)) {
            ConfigProviderResolver.instance().registerConfig(config, loader);
            Thread.currentThread().setContextClassLoader(loader);
            try (WeldContainer container = new Weld("discovery").initialize()) {
                Await.until(
                        "the actor's state is known", () -> states(container).equals(List.of("hosting")));
                assertThat(checks(container)).hasSize(1);
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            ConfigProviderResolver.instance().releaseConfig(config);
        }
    }

    private static List<JsonObject> checks(WeldContainer container) {
        return container
                .select(SmallRyeHealthReporter.class)
                .get()
                .getReadiness()
                .getPayload()
                .getJsonArray("checks")
                .getValuesAs(JsonValue::asJsonObject)
                .stream()
                .filter(check -> check.getString("name").equals("cluster-singletons"))
                .toList();
    }

    private static List<String> states(WeldContainer container) {
        return checks(container).stream()
                .map(check -> check.getJsonObject("data").getString("jobs.state", "unknown"))
                .toList();
    }

    /** An archive that is searched for annotated beans only, with the one class in it. */
    private void fillArchive() throws IOException {
        Path beansXml = archive.resolve("META-INF/beans.xml");
        Files.createDirectories(beansXml.getParent());
        Files.writeString(beansXml, "<beans/>");
        String file = Jobs.class.getName().replace('.', '/') + ".class";
        Files.createDirectories(archive.resolve(file).getParent());
        try (InputStream in = Jobs.class.getClassLoader().getResourceAsStream(file)) {
            Files.copy(in, archive.resolve(file));
        }
    }
}
