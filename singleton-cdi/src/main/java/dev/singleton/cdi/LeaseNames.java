package dev.singleton.cdi;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonOptions;
import dev.singleton.node.NodeBuilder;
import dev.singleton.spi.LeaseProvider;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The leases that settings name, and whether there are providers of these names. */
final class LeaseNames {

    private final Map<String, List<String>> users = new TreeMap<>();

    /** Notes what one singleton uses. */
    void use(String singleton, SingletonOptions options) {
        use("singleton '" + singleton + "'", options.lease());
    }

    void use(String who, String lease) {
        users.computeIfAbsent(lease, name -> new ArrayList<>()).add(who);
    }

    boolean uses(String lease) {
        return users.containsKey(lease);
    }

    /** Adds a fault for each lease without a provider among these and those that the {@code ServiceLoader} finds. */
    void check(Collection<LeaseProvider> beans, Faults faults) {
        try {
            Set<String> known = NodeBuilder.leaseNames(beans);
            users.forEach((lease, who) -> {
                if (!known.contains(lease)) {
                    faults.add("lease is '" + lease + "' (" + String.join(", ", who)
                            + "), and no lease provider of that name is there; known are " + String.join(", ", known)
                            + ": use one of these, or add the module of the provider, or a bean of LeaseProvider, to the"
                            + " application");
                }
            });
        } catch (SingletonConfigurationException unloadable) {
            faults.add(String.valueOf(unloadable.getMessage()));
        }
    }

    /** The providers that the application has as beans. */
    static List<LeaseProvider> beans(BeanContainer container, CreationalContext<?> borrowed) {
        List<LeaseProvider> providers = new ArrayList<>();
        for (Bean<?> bean : container.getBeans(LeaseProvider.class, Any.Literal.INSTANCE)) {
            providers.add((LeaseProvider) container.getReference(bean, LeaseProvider.class, borrowed));
        }
        return providers;
    }
}
