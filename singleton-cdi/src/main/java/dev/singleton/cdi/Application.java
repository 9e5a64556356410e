package dev.singleton.cdi;

import dev.singleton.SingletonOptions;
import dev.singleton.spi.MessageCodec;
import jakarta.enterprise.inject.spi.Bean;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;

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

    Application {
        options = Map.copyOf(options);
        actors = Map.copyOf(actors);
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
