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
 * @param options of each declared singleton, by its name
 * @param actors the beans of the classes that it hosts, by the names of the singletons
 */
record Application(
        DeclaredSingletons declared,
        NodeSettings node,
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

    /** The largest hand-over time-out in use, which is how long leaving may take. */
    Duration leaveTimeout() {
        return options.values().stream()
                .map(SingletonOptions::handOverTimeout)
                .max(Comparator.naturalOrder())
                .orElse(SingletonOptions.defaults().handOverTimeout());
    }
}
