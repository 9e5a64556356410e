package dev.singleton.cdi;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonOptions;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of each singleton: {@code singleton.type.<name>.<attribute>} over {@code singleton.default.<attribute>}
 * over what the code says. Safe for any thread, as the Config is.
 */
final class TypeSettings {

    static final String TYPE = "singleton.type.";
    static final String DEFAULT = "singleton.default.";

    private final Config config;

    TypeSettings(Config config) {
        this.config = config;
    }

    /**
     * The settings of one singleton; each bad value becomes a fault.
     *
     * @param code what the program says, which settings override
     */
    SingletonOptions resolve(String name, SingletonOptions code, Faults faults) {
        Lookup lookup = new Lookup(config, faults);
        SingletonOptions.Builder builder = code.toBuilder();
        for (Attribute attribute : Attribute.values()) {
            if (!attribute.read(lookup, TYPE + name + "." + attribute.key(), builder)) {
                attribute.read(lookup, DEFAULT + attribute.key(), builder);
            }
        }
        try {
            return builder.build();
        } catch (SingletonConfigurationException together) {
            // Each value keeps its own rule by now: what is left are rules between two of them.
            faults.add("The settings of singleton '" + name + "' do not fit together: " + together.getMessage()
                    + "; see " + TYPE + name + ".* and " + DEFAULT + "*");
            return code;
        }
    }

    /** The leases that the singletons of these names use, and whatever is started by hand unless it is set for it. */
    LeaseNames leases(Map<String, SingletonOptions> options) {
        LeaseNames leases = new LeaseNames();
        new TreeMap<>(options).forEach(leases::use);
        String key = DEFAULT + Attribute.LEASE.key();
        new Lookup(config, new Faults()).text(key).ifPresent(lease -> leases.use(key, lease));
        return leases;
    }

    /**
     * The singletons that settings name, as far as the sources list their names: also those that a program starts by
     * hand, so that their values are checked at deployment too.
     */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (String property : config.getPropertyNames()) {
            if (property.startsWith(TYPE)) {
                int dot = property.indexOf('.', TYPE.length());
                if (dot > 0 && Attribute.KEYS.contains(property.substring(dot + 1))) {
                    names.add(property.substring(TYPE.length(), dot));
                }
            }
        }
        return names;
    }

    /**
     * The settings of one singleton that a program starts by hand.
     *
     * @throws SingletonConfigurationException with every fault
     */
    SingletonOptions resolve(String name, SingletonOptions code) {
        Faults faults = new Faults();
        SingletonOptions options = resolve(name, code, faults);
        faults.asException().ifPresent(fault -> {
            throw fault;
        });
        return options;
    }
}
