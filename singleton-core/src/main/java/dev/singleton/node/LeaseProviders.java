package dev.singleton.node;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonKey;
import dev.singleton.spi.LeaseProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The lease providers that the setting {@code lease} can name: those that the node was given, before those found. */
final class LeaseProviders {

    static final String NO_LEASE = "none";

    private final List<LeaseProvider> given;

    LeaseProviders(List<LeaseProvider> given) {
        this.given = given;
    }

    /**
     * The provider of that name.
     *
     * @throws SingletonConfigurationException when there is none; the text lists those that there are
     */
    LeaseProvider named(String name, SingletonKey<?> key) {
        Map<String, LeaseProvider> known = known(key);
        LeaseProvider found = known.get(name);
        if (found == null) {
            List<String> names = new ArrayList<>(List.of(NO_LEASE));
            names.addAll(known.keySet());
            throw new SingletonConfigurationException("Singleton " + key + ": lease is '" + name
                    + "', and no lease provider of that name is there; known are " + String.join(", ", names)
                    + ". Use one of these, or add the module of the provider to the application");
        }
        return found;
    }

    private Map<String, LeaseProvider> known(SingletonKey<?> key) {
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
                    "Singleton " + key + ": a lease provider that is named in META-INF/services cannot be loaded: "
                            + broken.getMessage() + ". Mend or remove it",
                    broken);
        }
        return known;
    }
}
