package dev.singleton.cdi;

import dev.singleton.ClusterSingletons;
import dev.singleton.Singleton;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** An application that is run in a class loader of its own; takes a port and gives the answer of its singleton. */
public final class Bare implements UnaryOperator<String> {

    record Job(String id) {}

    @Singleton("jobs")
    static class Jobs implements SingletonActor<Job> {
        @Override
        public void receive(Job message, SingletonContext<Job> context) {
            context.reply("did " + message.id());
        }
    }

    /** For whoever loads this class by name. */
    public Bare() {}

    @Override
    public String apply(String port) {
        Config config = new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(
                        Map.of("singleton.hazelcast.port", port, "singleton.hazelcast.cluster-name", "bare-" + port),
                        "bare",
                        200))
                .build();
        ConfigProviderResolver.instance().registerConfig(config, Bare.class.getClassLoader());
        // With discovery of bean archives, so that the health check's class is met; the test's own classes are in none.
        try (WeldContainer container = new Weld("bare").addBeanClass(Jobs.class).initialize()) {
            ClusterSingletons singletons =
                    container.select(ClusterSingletons.class).get();
            return singletons
                    .ref(SingletonKey.of("jobs", Job.class))
                    .ask(new Job("42"), String.class)
                    .toCompletableFuture()
                    .join();
        }
    }
}
