package dev.singleton.cdi;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings by their exact names, so that sources which cannot list their names (environment variables) work too.
 * A value that breaks its rule becomes a fault with the key, the value and the rule.
 */
final class Lookup {

    /** The rule of {@link #positiveDuration}. */
    static final String POSITIVE_DURATION = "an ISO-8601 duration of more than zero, such as PT5S";

    private static final Set<String> TRUE = Set.of("true", "1", "yes", "y", "on");
    private static final Set<String> FALSE = Set.of("false", "0", "no", "n", "off");

    private final Config config;
    private final Faults faults;

    Lookup(Config config, Faults faults) {
        this.config = config;
        this.faults = faults;
    }

    /** The text of a setting; empty when it is not set, or is set to nothing. */
    Optional<String> text(String key) {
        try {
            Optional<String> text = config.getOptionalValue(key, String.class);
            if (text.isEmpty()) {
                unresolved(key, config.getConfigValue(key));
            }
            return text.map(String::strip).filter(stripped -> !stripped.isEmpty());
        } catch (IllegalArgumentException | NoSuchElementException unreadable) {
            faults.add(key + " cannot be read: " + unreadable.getMessage());
            return Optional.empty();
        }
    }

    /** MicroProfile Config takes an expression without a value for no setting at all; that is hardly ever meant. */
    private void unresolved(String key, @Nullable ConfigValue found) {
        String raw = found == null ? null : found.getRawValue();
        if (raw != null && raw.contains("${")) {
            faults.add(key + " is '" + raw + "', and the expression in it has no value: set what it names, or give it a"
                    + " default, as in ${name:default}");
        }
    }

    /**
     * A setting in another form.
     *
     * @param rule what a value must be, for people
     * @param parse throws {@link IllegalArgumentException} when the text breaks the rule
     */
    <T> Optional<T> value(String key, String rule, Function<String, T> parse) {
        return text(key).flatMap(text -> {
            try {
                return Optional.of(parse.apply(text));
            } catch (IllegalArgumentException broken) {
                faults.add(key + " is '" + text + "' and must be " + rule);
                return Optional.empty();
            }
        });
    }

    /** A whole number within bounds. */
    Optional<Integer> number(String key, int least, int most) {
        return value(key, rule(least, most), text -> bounded(text, least, most));
    }

    /** True or false, in the spellings of MicroProfile Config. */
    Optional<Boolean> flag(String key) {
        return value(key, "true or false", Lookup::parseFlag);
    }

    static String rule(int least, int most) {
        return most == Integer.MAX_VALUE
                ? "a whole number, at least " + least
                : "a whole number from " + least + " to " + most;
    }

    static int bounded(String text, int least, int most) {
        int number = Integer.parseInt(text);
        if (number < least || number > most) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    static boolean parseFlag(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!TRUE.contains(lower) && !FALSE.contains(lower)) {
            throw new IllegalArgumentException(text);
        }
        return TRUE.contains(lower);
    }

    static Duration positiveDuration(String text) {
        Duration duration;
        try {
            duration = Duration.parse(text);
        } catch (DateTimeParseException notIso) {
            throw new IllegalArgumentException(notIso);
        }
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(text);
        }
        return duration;
    }

    /** A constant by its name in settings: lower case, hyphens. */
    static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Enum.valueOf(type, text.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    /** The names that {@link #constant} takes. */
    static <E extends Enum<E>> String constants(Class<E> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", ", "one of ", ""));
    }
}
