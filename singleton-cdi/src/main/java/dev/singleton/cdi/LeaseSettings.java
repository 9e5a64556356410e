package dev.singleton.cdi;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.lease.cp.CpLeaseSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The settings of the lease provider {@code cp}, checked.
 *
 * @param cp the values
 * @param given whether any of them is set
 * @param memberCountGiven whether the number of CP members is
 */
record LeaseSettings(CpLeaseSettings cp, boolean given, boolean memberCountGiven) {

    static final String CP = "singleton.lease.cp.";

    /** What fits all of them; each has narrower bounds of its own, which the provider knows. */
    private static final String DURATION = Lookup.POSITIVE_DURATION + ", and at most PT10M";

    private static final Duration SHORT = Duration.ofMillis(100);
    /** The longest session there is has room for any value of the others that can be used. */
    private static final Duration LONG = Duration.ofMinutes(10);

    /**
     * How a setting is read. Its own rule is the provider's to know: a value is tried among others that fit any.
     *
     * @param room makes the others fit the value
     */
    private record Setting<T>(
            String name,
            String form,
            Function<String, T> parse,
            BiConsumer<CpLeaseSettings.Builder, T> set,
            BiConsumer<CpLeaseSettings.Builder, T> room) {

        static <T> Setting<T> of(
                String name, String form, Function<String, T> parse, BiConsumer<CpLeaseSettings.Builder, T> set) {
            return new Setting<>(name, form, parse, set, (trial, value) -> {});
        }

        static Setting<Duration> duration(
                String name,
                BiConsumer<CpLeaseSettings.Builder, Duration> set,
                BiConsumer<CpLeaseSettings.Builder, Duration> room) {
            return new Setting<>(name, DURATION, LeaseSettings::bounded, set, room);
        }

        static Setting<Boolean> flag(String name, BiConsumer<CpLeaseSettings.Builder, Boolean> set) {
            return of(name, "true or false", Lookup::parseFlag, set);
        }

        /** Adds what is set and sound to the values; what is not becomes a fault. */
        void read(Lookup lookup, CpLeaseSettings.Builder values, Faults faults) {
            Optional<T> value = lookup.value(CP + name, form, parse);
            value.ifPresent(set -> {
                CpLeaseSettings.Builder trial = CpLeaseSettings.builder();
                room.accept(trial, set);
                this.set.accept(trial, set);
                if (sound(trial, faults)) {
                    this.set.accept(values, set);
                }
            });
        }
    }

    private static final List<Setting<?>> SETTINGS = List.of(
            Setting.duration(
                    "session-ttl",
                    CpLeaseSettings.Builder::sessionTtl,
                    (trial, value) -> trial.margin(SHORT).heartbeat(SHORT)),
            Setting.duration("heartbeat", CpLeaseSettings.Builder::heartbeat, (trial, value) -> trial.sessionTtl(LONG)),
            Setting.duration("margin", CpLeaseSettings.Builder::margin, (trial, value) -> trial.sessionTtl(LONG)),
            Setting.duration("operation-timeout", CpLeaseSettings.Builder::operationTimeout, (trial, value) -> {}),
            Setting.of("group", "the name of a CP group", UnaryOperator.identity(), CpLeaseSettings.Builder::group),
            Setting.of("member-count", "a whole number", Integer::valueOf, CpLeaseSettings.Builder::memberCount),
            Setting.flag("auto-promote", CpLeaseSettings.Builder::autoPromote),
            Setting.flag("allow-unsafe", CpLeaseSettings.Builder::allowUnsafe));

    /** Every key, for finding typos. */
    static final List<String> KEYS =
            SETTINGS.stream().map(setting -> CP + setting.name()).toList();

    private static Duration bounded(String text) {
        Duration duration = Lookup.positiveDuration(text);
        if (duration.compareTo(LONG) > 0) {
            throw new IllegalArgumentException(text);
        }
        return duration;
    }

    static LeaseSettings read(Config config, Faults faults) {
        Faults own = new Faults();
        Lookup lookup = new Lookup(config, own);
        CpLeaseSettings.Builder values = CpLeaseSettings.builder();
        SETTINGS.forEach(setting -> setting.read(lookup, values, own));
        // Whether values fit together can be said only when each is sound.
        boolean together = own.texts().isEmpty() && sound(values, own);
        own.texts().forEach(faults::add);
        boolean given = isSet(lookup, KEYS.stream());
        boolean memberCount = isSet(lookup, Stream.of(CP + "member-count"));
        return new LeaseSettings(together ? values.build() : CpLeaseSettings.defaults(), given, memberCount);
    }

    /**
     * Whether a member that is started for the node gets a CP Subsystem when it needs one. Not where unsafe leases are good
     * enough, unless it is asked for: a developer's single node could never form one.
     */
    boolean prepares() {
        return !cp.allowUnsafe() || memberCountGiven;
    }

    private static boolean isSet(Lookup lookup, Stream<String> keys) {
        return keys.anyMatch(key -> lookup.text(key).isPresent());
    }

    private static boolean sound(CpLeaseSettings.Builder values, Faults faults) {
        try {
            CpLeaseSettings unused = values.build();
            return true;
        } catch (SingletonConfigurationException broken) {
            faults.add(String.valueOf(broken.getMessage()));
            return false;
        }
    }
}
