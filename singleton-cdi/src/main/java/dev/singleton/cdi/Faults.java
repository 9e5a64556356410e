package dev.singleton.cdi;

import dev.singleton.SingletonConfigurationException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects what is wrong with a deployment, so that all of it is told at once. Not safe for threads. */
final class Faults {

    private final Set<String> texts = new LinkedHashSet<>();

    /** Adds a sentence that names the thing, its value and the mend; one said already is not said again. */
    void add(String text) {
        texts.add(text);
    }

    List<String> texts() {
        return List.copyOf(texts);
    }

    /** One exception whose text lists every fault; empty when there is none. */
    Optional<SingletonConfigurationException> asException() {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder("The cluster singletons of this application have ")
                .append(texts.size() == 1 ? "a fault:" : texts.size() + " faults:");
        int number = 1;
        for (String fault : texts) {
            text.append(System.lineSeparator())
                    .append("  ")
                    .append(number++)
                    .append(". ")
                    .append(fault);
        }
        return Optional.of(new SingletonConfigurationException(text.toString()));
    }
}
