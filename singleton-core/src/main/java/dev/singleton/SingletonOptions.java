package dev.singleton;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of one singleton; immutable. The names are those of the configuration keys
 * {@code singleton.type.<name>.<attribute>} in camel case.
 *
 * @param role over the role of the key; empty leaves the key's
 * @param placement which eligible member hosts
 * @param quorum this node hosts only while it sees that many members that run a node of this library, are up (or
 *     leaving), and carry the role, if there is one; itself included; 0 is off
 * @param start false: this node references the singleton and never hosts it
 * @param lease the name of the lease provider, or {@code none}
 * @param acquireRetryInterval the pause before a lease is asked for again
 * @param handOverTimeout how long silent members are waited for before this node hosts anyway, and the bound of leaving
 * @param restartOnTermination false: the death of an instance takes this node out of rotation
 * @param maxHandOverStateBytes warm state above it is not handed over
 * @param bufferSize messages that wait on this node while no node hosts
 * @param outboxCapacity messages that wait on this node while one does
 * @param mailboxCapacity accepted messages that wait at the instance
 * @param askTimeout of an {@code ask} without a time-out of its own
 * @param supervisionStrategy what follows an exception in {@code receive}
 * @param supervisionMaxRestarts restarts within the window before an exception is a death
 * @param supervisionWithin the window
 */
public record SingletonOptions(
        String role,
        Placement placement,
        int quorum,
        boolean start,
        String lease,
        Duration acquireRetryInterval,
        Duration handOverTimeout,
        boolean restartOnTermination,
        int maxHandOverStateBytes,
        int bufferSize,
        int outboxCapacity,
        int mailboxCapacity,
        Duration askTimeout,
        SupervisionStrategy supervisionStrategy,
        int supervisionMaxRestarts,
        Duration supervisionWithin) {

    /** 100 years: clocks count nanoseconds, and 292 years of them at most. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private static final int MOST_STATE_BYTES = 32 << 20;

    private static final SingletonOptions DEFAULTS = new SingletonOptions(
            "",
            Placement.ADDRESS,
            0,
            true,
            "none",
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            true,
            1_048_576,
            1_000,
            100_000,
            100_000,
            Duration.ofSeconds(5),
            SupervisionStrategy.RESTART,
            10,
            Duration.ofMinutes(1));

    /** @throws SingletonConfigurationException naming every value that breaks its rule, and the rule */
    public SingletonOptions {
        List<String> faults = new ArrayList<>();
        present(faults, "role", role);
        present(faults, "placement", placement);
        present(faults, "lease", lease);
        present(faults, "supervision.strategy", supervisionStrategy);
        atLeast(faults, "quorum", quorum, 0);
        positive(faults, "acquire-retry-interval", acquireRetryInterval);
        positive(faults, "hand-over-timeout", handOverTimeout);
        atLeast(faults, "max-hand-over-state-bytes", maxHandOverStateBytes, 1);
        if (maxHandOverStateBytes > MOST_STATE_BYTES) {
            faults.add("max-hand-over-state-bytes is " + maxHandOverStateBytes + " and must be at most "
                    + MOST_STATE_BYTES + ", which one frame carries");
        }
        atLeast(faults, "buffer-size", bufferSize, 1);
        atLeast(faults, "outbox-capacity", outboxCapacity, Math.max(1, bufferSize), "buffer-size");
        atLeast(faults, "mailbox-capacity", mailboxCapacity, 1);
        positive(faults, "ask-timeout", askTimeout);
        atLeast(faults, "supervision.max-restarts", supervisionMaxRestarts, 0);
        positive(faults, "supervision.within", supervisionWithin);
        if (!faults.isEmpty()) {
            throw new SingletonConfigurationException(String.join("; ", faults));
        }
    }

    private static void atLeast(List<String> faults, String name, int value, int least) {
        atLeast(faults, name, value, least, String.valueOf(least));
    }

    private static void atLeast(List<String> faults, String name, int value, int least, String rule) {
        if (value < least) {
            String bound = rule.equals(String.valueOf(least)) ? rule : rule + " (" + least + ")";
            faults.add(name + " is " + value + " and must be at least " + bound);
        }
    }

    private static boolean present(List<String> faults, String name, Object value) {
        if (value == null) {
            faults.add(name + " is null and needs a value");
        }
        return value != null;
    }

    private static void positive(List<String> faults, String name, Duration value) {
        if (!present(faults, name, value)) {
            return;
        }
        if (value.isNegative() || value.isZero()) {
            faults.add(name + " is " + value + " and must be more than zero");
        } else if (value.compareTo(LONGEST) > 0) {
            faults.add(name + " is " + value + " and must be at most " + LONGEST + ", which is as good as for ever");
        }
    }

    /** The documented defaults. */
    public static SingletonOptions defaults() {
        return DEFAULTS;
    }

    /** A builder that begins with the defaults. */
    public static Builder builder() {
        return DEFAULTS.toBuilder();
    }

    /** A builder that begins with these settings. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects settings; they are checked by {@link #build()}, all at once. */
    public static final class Builder {
        private String role;
        private Placement placement;
        private int quorum;
        private boolean start;
        private String lease;
        private Duration acquireRetryInterval;
        private Duration handOverTimeout;
        private boolean restartOnTermination;
        private int maxHandOverStateBytes;
        private int bufferSize;
        private int outboxCapacity;
        private int mailboxCapacity;
        private Duration askTimeout;
        private SupervisionStrategy supervisionStrategy;
        private int supervisionMaxRestarts;
        private Duration supervisionWithin;

        private Builder(SingletonOptions from) {
            role = from.role;
            placement = from.placement;
            quorum = from.quorum;
            start = from.start;
            lease = from.lease;
            acquireRetryInterval = from.acquireRetryInterval;
            handOverTimeout = from.handOverTimeout;
            restartOnTermination = from.restartOnTermination;
            maxHandOverStateBytes = from.maxHandOverStateBytes;
            bufferSize = from.bufferSize;
            outboxCapacity = from.outboxCapacity;
            mailboxCapacity = from.mailboxCapacity;
            askTimeout = from.askTimeout;
            supervisionStrategy = from.supervisionStrategy;
            supervisionMaxRestarts = from.supervisionMaxRestarts;
            supervisionWithin = from.supervisionWithin;
        }

        /**
         * Only nodes with this role host.
         *
         * @throws SingletonConfigurationException when it is blank: leave it out for none
         */
        public Builder role(String value) {
            this.role = named("role", value);
            return this;
        }

        /** Default {@link Placement#ADDRESS}. */
        public Builder placement(Placement value) {
            this.placement = value;
            return this;
        }

        /** Default 0, which is off. */
        public Builder quorum(int value) {
            this.quorum = value;
            return this;
        }

        /** Default true. */
        public Builder start(boolean value) {
            this.start = value;
            return this;
        }

        /**
         * The lease provider's name, or {@code none}, which is the default.
         *
         * @throws SingletonConfigurationException when it is blank
         */
        public Builder lease(String value) {
            this.lease = named("lease", value);
            return this;
        }

        /** Default 5 s; more than zero, at most 100 years, as every duration here. */
        public Builder acquireRetryInterval(Duration value) {
            this.acquireRetryInterval = value;
            return this;
        }

        /** Default 10 s; more than zero. */
        public Builder handOverTimeout(Duration value) {
            this.handOverTimeout = value;
            return this;
        }

        /** Default true. */
        public Builder restartOnTermination(boolean value) {
            this.restartOnTermination = value;
            return this;
        }

        /** Default 1 MiB; 1 byte to 32 MiB. */
        public Builder maxHandOverStateBytes(int value) {
            this.maxHandOverStateBytes = value;
            return this;
        }

        /** Default 1000; at least 1. */
        public Builder bufferSize(int value) {
            this.bufferSize = value;
            return this;
        }

        /** Default 100,000; at least the buffer size. */
        public Builder outboxCapacity(int value) {
            this.outboxCapacity = value;
            return this;
        }

        /** Default 100,000; at least 1. */
        public Builder mailboxCapacity(int value) {
            this.mailboxCapacity = value;
            return this;
        }

        /** Default 5 s; more than zero. */
        public Builder askTimeout(Duration value) {
            this.askTimeout = value;
            return this;
        }

        /** Default {@link SupervisionStrategy#RESTART}. */
        public Builder supervisionStrategy(SupervisionStrategy value) {
            this.supervisionStrategy = value;
            return this;
        }

        /** Default 10; at least 0. */
        public Builder supervisionMaxRestarts(int value) {
            this.supervisionMaxRestarts = value;
            return this;
        }

        /** Default 1 min; more than zero. */
        public Builder supervisionWithin(Duration value) {
            this.supervisionWithin = value;
            return this;
        }

        /**
         * Checks and gives the settings.
         *
         * @throws SingletonConfigurationException naming every value that breaks its rule
         */
        public SingletonOptions build() {
            return new SingletonOptions(
                    role,
                    placement,
                    quorum,
                    start,
                    lease,
                    acquireRetryInterval,
                    handOverTimeout,
                    restartOnTermination,
                    maxHandOverStateBytes,
                    bufferSize,
                    outboxCapacity,
                    mailboxCapacity,
                    askTimeout,
                    supervisionStrategy,
                    supervisionMaxRestarts,
                    supervisionWithin);
        }

        private static String named(String setting, String value) {
            if (value == null || value.isBlank()) {
                throw new SingletonConfigurationException(
                        setting + " is " + (value == null ? "null" : "empty") + ": name one, or leave it out for none");
            }
            return value;
        }
    }
}
