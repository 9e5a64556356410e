package dev.singleton.cdi;

import dev.singleton.SingletonOptions;
import jakarta.enterprise.inject.spi.Bean;
import java.util.Map;

/**
 * All that is known of an application once its declarations and settings are found sound; immutable.
 *
 * @param options of each declared singleton, by its name
 * @param actors the beans of the classes that it hosts, by the names of the singletons
 */
record Application(
        DeclaredSingletons declared,
        NodeSettings node,
        TypeSettings types,
        Map<String, SingletonOptions> options,
        Map<String, Bean<?>> actors) {

    Application {
        options = Map.copyOf(options);
        actors = Map.copyOf(actors);
    }
}
