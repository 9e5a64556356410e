package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonKey;
import dev.singleton.spi.LeaseProvider;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The lease providers that the setting {@code lease} can name: those that the node was given, before those found. */
final class LeaseProviders {

    static final String NO_LEASE = "none";

    private static final System.Logger LOG = System.getLogger(LeaseProviders.class.getName());

    private final List<LeaseProvider> given;
    /** One of each for the whole node: what a provider has for a node, it has once. */
    private final Map<String, LeaseProvider> found = new ConcurrentHashMap<>();

    private final Map<String, AutoCloseable> attended = new ConcurrentHashMap<>();

    LeaseProviders(List<LeaseProvider> given) {
        this.given = given;
    }

    /**
     * The provider of that name.
     *
     * @throws SingletonConfigurationException when there is none; the text lists those that there are
     */
    LeaseProvider named(String name, SingletonKey<?> key) {
        LeaseProvider before = found.get(name);
        if (before != null) {
            return before;
        }
        LeaseProvider first = known(given, "Singleton " + key).get(name);
        if (first == null) {
            throw new SingletonConfigurationException("Singleton " + key + ": lease is '" + name
                    + "', and no lease provider of that name is there; known are " + String.join(", ", names(given))
                    + ". Use one of these, or add the module of the provider to the application");
        }
        LeaseProvider meanwhile = found.putIfAbsent(name, first);
        return meanwhile == null ? first : meanwhile;
    }

    /**
     * This node uses that provider until {@link #close()}.
     *
     * @param hosts false: it only references, and goes on where no lease could be had
     */
    void attend(LeaseProvider provider, NodeId self, boolean hosts) {
        try {
            attended.computeIfAbsent(provider.name(), name -> provider.attend(self));
        } catch (SingletonConfigurationException unusable) {
            if (hosts) {
                throw unusable;
            }
            LOG.log(
                    Level.WARNING,
                    "This node only references singletons with lease = " + provider.name()
                            + ", and could not be granted one: " + unusable.getMessage());
        }
    }

    void close() {
        attended.forEach((name, presence) -> {
            try {
                presence.close();
            } catch (Exception failed) {
                LOG.log(Level.ERROR, "The lease provider '" + name + "' failed when this node left it", failed);
            }
        });
    }

    /** What the setting may be: {@code none}, and the names of those that are given and found, in this order. */
    static Set<String> names(Collection<? extends LeaseProvider> given) {
        Set<String> names = new LinkedHashSet<>(Set.of(NO_LEASE));
        names.addAll(known(given, "The setting lease").keySet());
        return names;
    }

    private static Map<String, LeaseProvider> known(Collection<? extends LeaseProvider> given, String whose) {
        Map<String, LeaseProvider> known = new LinkedHashMap<>();
        given.forEach(provider -> known.putIfAbsent(provider.name(), provider));
        try {
            // The library's own class loader sees what is deployed beside it; the caller's, what the application
            // brings.
            ServiceLoader.load(LeaseProvider.class, LeaseProviders.class.getClassLoader())
                    .forEach(provider -> known.putIfAbsent(provider.name(), provider));
            ServiceLoader.load(LeaseProvider.class).forEach(provider -> known.putIfAbsent(provider.name(), provider));
        } catch (ServiceConfigurationError broken) {
            throw new SingletonConfigurationException(
                    whose + ": a lease provider that is named in META-INF/services cannot be loaded: "
                            + broken.getMessage() + ". Mend or remove it",
                    broken);
        }
        return known;
    }
}
