package dev.singleton.cdi;

import dev.singleton.SingletonOptions;
import dev.singleton.spi.MessageCodec;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * All that is known of an application once its declarations and settings are found sound; immutable.
 *
 * @param codec that the messages were checked with
 * @param lease the settings of the lease provider {@code cp}
 * @param leases what the singletons use
 * @param options of each declared singleton, by its name
 * @param actors the beans of the classes that it hosts, by the names of the singletons
 */
record Application(
        DeclaredSingletons declared,
        NodeSettings node,
        LeaseSettings lease,
        LeaseNames leases,
        TypeSettings types,
        MessageCodec codec,
        Map<String, SingletonOptions> options,
        Map<String, Bean<?>> actors) {

    private static final Logger LOG = System.getLogger(Application.class.getName());

    Application {
        options = Map.copyOf(options);
        actors = Map.copyOf(actors);
    }

    /**
     * What is declared, with what the settings of this place say of it.
     *
     * @param actors the beans of the classes, by the names of the singletons
     * @param faults gets each bad setting; when there is one, the result is of no use
     */
    static Application of(DeclaredSingletons declared, Map<String, Bean<?>> actors, MessageCodec codec, Faults faults) {
        Config config = config();
        NodeSettings node = NodeSettings.read(config, faults);
        LeaseSettings lease = LeaseSettings.read(config, faults);
        TypeSettings types = new TypeSettings(config);
        Map<String, SingletonOptions> options = new HashMap<>();
        Set<String> names = types.names();
        names.addAll(declared.names());
        for (String name : names) {
            options.put(name, types.resolve(name, SingletonOptions.defaults(), faults));
        }
        new UnknownNames(declared.names())
                .warnings(config.getPropertyNames())
                .forEach(warning -> LOG.log(Level.WARNING, warning));
        return new Application(declared, node, lease, types.leases(options), types, codec, options, actors);
    }

    /** The settings of the application that the calling thread works for. */
    static Config config() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? ConfigProvider.getConfig(context) : ConfigProvider.getConfig();
    }

    /** Adds a fault for each lease that settings name and nobody provides. */
    void checkLeases(BeanContainer container, Faults faults) {
        if (!node.enabled()) {
            return;
        }
        CreationalContext<?> borrowed = container.createCreationalContext(null);
        try {
            leases.check(LeaseNames.beans(container, borrowed), faults);
        } finally {
            borrowed.release();
        }
    }

    /** What is set or given for a singleton. */
    SingletonOptions options(String name) {
        return options.getOrDefault(name, SingletonOptions.defaults());
    }

    /**
     * Whether the node must be a member of a CP Subsystem: a singleton uses it, or settings of it say that others do, whose
     * majority this node is a part of.
     */
    boolean needsCp() {
        return lease.given() || leases.uses("cp");
    }

    /** The largest hand-over time-out in use, which is how long leaving may take. */
    Duration leaveTimeout() {
        return options.values().stream()
                .map(SingletonOptions::handOverTimeout)
                .max(Comparator.naturalOrder())
                .orElse(SingletonOptions.defaults().handOverTimeout());
    }
}
