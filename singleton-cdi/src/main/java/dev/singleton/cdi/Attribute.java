package dev.singleton.cdi;

import dev.singleton.Placement;
import dev.singleton.SingletonOptions;
import dev.singleton.SupervisionStrategy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The settings of one singleton: the last part of the key, the rule, and where the value goes. */
enum Attribute {
    ROLE("role", Setting.of("a name", text -> text, SingletonOptions.Builder::role)),
    PLACEMENT("placement", Setting.constant(Placement.class, SingletonOptions.Builder::placement)),
    QUORUM("quorum", Setting.number(0, SingletonOptions.Builder::quorum)),
    START("start", Setting.flag(SingletonOptions.Builder::start)),
    LEASE("lease", Setting.of("none or the name of a lease provider", text -> text, SingletonOptions.Builder::lease)),
    ACQUIRE_RETRY_INTERVAL("acquire-retry-interval", Setting.duration(SingletonOptions.Builder::acquireRetryInterval)),
    HAND_OVER_TIMEOUT("hand-over-timeout", Setting.duration(SingletonOptions.Builder::handOverTimeout)),
    RESTART_ON_TERMINATION("restart-on-termination", Setting.flag(SingletonOptions.Builder::restartOnTermination)),
    MAX_HAND_OVER_STATE_BYTES(
            "max-hand-over-state-bytes", Setting.number(1, SingletonOptions.Builder::maxHandOverStateBytes)),
    BUFFER_SIZE("buffer-size", Setting.number(1, SingletonOptions.Builder::bufferSize)),
    OUTBOX_CAPACITY("outbox-capacity", Setting.number(1, SingletonOptions.Builder::outboxCapacity)),
    MAILBOX_CAPACITY("mailbox-capacity", Setting.number(1, SingletonOptions.Builder::mailboxCapacity)),
    ASK_TIMEOUT("ask-timeout", Setting.duration(SingletonOptions.Builder::askTimeout)),
    SUPERVISION_STRATEGY(
            "supervision.strategy",
            Setting.constant(SupervisionStrategy.class, SingletonOptions.Builder::supervisionStrategy)),
    SUPERVISION_MAX_RESTARTS(
            "supervision.max-restarts", Setting.number(0, SingletonOptions.Builder::supervisionMaxRestarts)),
    SUPERVISION_WITHIN("supervision.within", Setting.duration(SingletonOptions.Builder::supervisionWithin));

    /** The keys of all attributes. */
    static final Set<String> KEYS = Arrays.stream(values()).map(Attribute::key).collect(Collectors.toUnmodifiableSet());

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Setting<?> setting;

    Attribute(String key, Setting<?> setting) {
        this.key = key;
        this.setting = setting;
    }

    /** As in {@code singleton.type.<name>.<key>}. */
    String key() {
        return key;
    }

    /**
     * Puts the value under the full key into the builder; a bad one becomes a fault.
     *
     * @return whether the key is set at all
     */
    boolean read(Lookup lookup, String fullKey, SingletonOptions.Builder into) {
        return setting.read(lookup, fullKey, into);
    }

    /** How a text becomes a value of the options. */
    private record Setting<T>(String rule, Function<String, T> parse, BiConsumer<SingletonOptions.Builder, T> set) {

        static <T> Setting<T> of(String rule, Function<String, T> parse, BiConsumer<SingletonOptions.Builder, T> set) {
            return new Setting<>(rule, parse, set);
        }

        static Setting<Integer> number(int least, BiConsumer<SingletonOptions.Builder, Integer> set) {
            String rule = Lookup.rule(least, Integer.MAX_VALUE);
            return of(rule, text -> Lookup.bounded(text, least, Integer.MAX_VALUE), set);
        }

        static Setting<Boolean> flag(BiConsumer<SingletonOptions.Builder, Boolean> set) {
            return of("true or false", Lookup::parseFlag, set);
        }

        static Setting<Duration> duration(BiConsumer<SingletonOptions.Builder, Duration> set) {
            return of(Lookup.POSITIVE_DURATION, Lookup::positiveDuration, set);
        }

        static <E extends Enum<E>> Setting<E> constant(Class<E> type, BiConsumer<SingletonOptions.Builder, E> set) {
            return of(Lookup.constants(type), text -> Lookup.constant(type, text), set);
        }

        boolean read(Lookup lookup, String fullKey, SingletonOptions.Builder into) {
            lookup.value(fullKey, rule, parse).ifPresent(value -> set.accept(into, value));
            return lookup.text(fullKey).isPresent();
        }
    }
}
