package dev.singleton.node;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.manager.Settings;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What {@code start} was given.
 *
 * @param arbiter whom the lease provider asks; empty without one
 */
record Registration<M>(
        SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor, SingletonOptions options, String arbiter) {

    /** Whether an instance of it runs here, and under a lease only. */
    boolean leased() {
        return options.start() && !options.lease().equals(LeaseProviders.NO_LEASE);
    }

    /** The lease as it must be the same everywhere: two arbiters are two holders. */
    private String leaseTerm() {
        return arbiter.isEmpty() ? options.lease() : options.lease() + " (" + arbiter + ")";
    }

    /** The role of the options wins over the key's. */
    String role() {
        return options.role().isEmpty() ? key.role() : options.role();
    }

    Terms terms() {
        return new Terms(
                key.messageType().getName(),
                role(),
                Optional.of(new HostTerms(
                        options.placement().name().toLowerCase(Locale.ROOT),
                        options.quorum(),
                        leaseTerm(),
                        timings())));
    }

    static Terms termsOf(SingletonKey<?> key) {
        return new Terms(key.messageType().getName(), key.role(), Optional.empty());
    }

    Settings settings() {
        return new Settings(
                key.typeName(),
                options.handOverTimeout(),
                options.restartOnTermination(),
                options.lease().equals(LeaseProviders.NO_LEASE)
                        ? Optional.empty()
                        : Optional.of(options.acquireRetryInterval()));
    }

    /** What should be the same everywhere and may differ, so that settings can change while nodes run. */
    private List<String> timings() {
        return List.of(
                "acquire-retry-interval=" + options.acquireRetryInterval(),
                "hand-over-timeout=" + options.handOverTimeout(),
                "restart-on-termination=" + options.restartOnTermination(),
                "max-hand-over-state-bytes=" + options.maxHandOverStateBytes(),
                "buffer-size=" + options.bufferSize(),
                "outbox-capacity=" + options.outboxCapacity(),
                "mailbox-capacity=" + options.mailboxCapacity(),
                "ask-timeout=" + options.askTimeout(),
                "supervision.strategy=" + options.supervisionStrategy().name().toLowerCase(Locale.ROOT),
                "supervision.max-restarts=" + options.supervisionMaxRestarts(),
                "supervision.within=" + options.supervisionWithin());
    }

    /** Each setting that differs, with both values; empty when they are the same. */
    String differenceFrom(SingletonKey<?> otherKey, SingletonOptions other) {
        List<String> differences = new ArrayList<>();
        Registration<?> that = new Registration<>(otherKey, () -> null, other, arbiter);
        compare(
                differences,
                "message type",
                key.messageType().getName(),
                otherKey.messageType().getName());
        compare(differences, "role", role(), that.role());
        compare(differences, "placement", options.placement(), other.placement());
        compare(differences, "quorum", options.quorum(), other.quorum());
        compare(differences, "lease", options.lease(), other.lease());
        compare(differences, "start", options.start(), other.start());
        List<String> mine = timings();
        List<String> theirs = that.timings();
        for (int i = 0; i < mine.size(); i++) {
            if (!mine.get(i).equals(theirs.get(i))) {
                differences.add(mine.get(i) + " before, " + theirs.get(i) + " now");
            }
        }
        return String.join("; ", differences);
    }

    private static void compare(List<String> differences, String name, Object mine, Object theirs) {
        if (!mine.equals(theirs)) {
            differences.add(name + " '" + mine + "' before, '" + theirs + "' now");
        }
    }
}
