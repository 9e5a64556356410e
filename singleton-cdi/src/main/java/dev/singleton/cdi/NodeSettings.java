package dev.singleton.cdi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of this node, checked.
 *
 * @param enabled false: no member is started, and every use of a handle fails
 * @param roles what this node may host besides singletons without a role
 * @param instanceName the running Hazelcast instance to use
 * @param configLocation a Hazelcast configuration, {@code classpath:} or a file
 * @param clusterName of the member that is started
 * @param port of the member that is started
 * @param members addresses to look for other nodes at
 * @param bindAddress where the member listens
 * @param health whether the readiness check exists
 */
record NodeSettings(
        boolean enabled,
        Set<String> roles,
        Optional<String> instanceName,
        Optional<String> configLocation,
        Optional<String> clusterName,
        OptionalInt port,
        List<String> members,
        Optional<String> bindAddress,
        boolean health) {

    static final String ENABLED = "singleton.enabled";
    static final String ROLES = "singleton.roles";
    static final String INSTANCE_NAME = "singleton.hazelcast.instance-name";
    static final String CONFIG = "singleton.hazelcast.config";
    static final String CLUSTER_NAME = "singleton.hazelcast.cluster-name";
    static final String PORT = "singleton.hazelcast.port";
    static final String MEMBERS = "singleton.hazelcast.members";
    static final String BIND_ADDRESS = "singleton.hazelcast.bind-address";
    static final String HEALTH = "singleton.health.enabled";

    /** Every key of a node, for finding typos. */
    static final List<String> KEYS =
            List.of(ENABLED, ROLES, INSTANCE_NAME, CONFIG, CLUSTER_NAME, PORT, MEMBERS, BIND_ADDRESS, HEALTH);

    private static final int LAST_PORT = 65_535;

    NodeSettings {
        roles = Set.copyOf(roles);
        members = List.copyOf(members);
    }

    static NodeSettings read(Config config, Faults faults) {
        Lookup lookup = new Lookup(config, faults);
        NodeSettings settings = new NodeSettings(
                lookup.flag(ENABLED).orElse(true),
                new TreeSet<>(list(lookup, ROLES)),
                lookup.text(INSTANCE_NAME),
                lookup.text(CONFIG),
                lookup.text(CLUSTER_NAME),
                lookup.number(PORT, 1, LAST_PORT).map(OptionalInt::of).orElseGet(OptionalInt::empty),
                list(lookup, MEMBERS),
                lookup.text(BIND_ADDRESS),
                lookup.flag(HEALTH).orElse(true));
        settings.checkTogether(lookup, faults);
        return settings;
    }

    /** The keys that are set and concern the member: which one, or how it starts. */
    List<String> memberSettings() {
        List<String> keys = new ArrayList<>();
        instanceName.ifPresent(set -> keys.add(INSTANCE_NAME));
        configLocation.ifPresent(set -> keys.add(CONFIG));
        clusterName.ifPresent(set -> keys.add(CLUSTER_NAME));
        port.ifPresent(set -> keys.add(PORT));
        if (!members.isEmpty()) {
            keys.add(MEMBERS);
        }
        bindAddress.ifPresent(set -> keys.add(BIND_ADDRESS));
        return keys;
    }

    private static List<String> list(Lookup lookup, String key) {
        return lookup.value(key, "names separated by commas, none of them empty", NodeSettings::split)
                .orElse(List.of());
    }

    private static List<String> split(String text) {
        List<String> parts =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (parts.contains("")) {
            throw new IllegalArgumentException(text);
        }
        return parts;
    }

    /** What would be ignored beside another setting is said. */
    private void checkTogether(Lookup lookup, Faults faults) {
        List<String> memberSettings = List.of(CLUSTER_NAME, PORT, MEMBERS, BIND_ADDRESS);
        if (instanceName.isPresent()) {
            String why = "an instance that runs already is taken as it is";
            excluded(CONFIG, INSTANCE_NAME, why, lookup, faults);
            memberSettings.forEach(key -> excluded(key, INSTANCE_NAME, why, lookup, faults));
        } else if (configLocation.isPresent()) {
            String why = "a Hazelcast configuration is taken as it is, and says that itself";
            memberSettings.forEach(key -> excluded(key, CONFIG, why, lookup, faults));
        }
    }

    private static void excluded(String key, String by, String why, Lookup lookup, Faults faults) {
        lookup.text(key)
                .ifPresent(value -> faults.add(key + " is '" + value + "' and " + by + " is '"
                        + lookup.text(by).orElse("") + "': " + why + "; remove one of them"));
    }
}
