package dev.singleton.lease.cp;

import dev.singleton.SingletonConfigurationException;
import java.time.Duration;
import java.util.Locale;

/**
 * The settings {@code singleton.lease.cp.*}. They must be the same on all nodes of a cluster.
 *
 * @param sessionTtl {@code session-ttl}: after how long without a sign of life a node's leases are free for others; whole
 *     seconds, 2 to 600. Longer survives longer pauses and network faults, shorter makes the gap after a crash shorter.
 *     It should exceed {@code margin + heartbeat + 1 s} by more than the time after which Hazelcast removes a silent member
 * @param heartbeat {@code heartbeat}: the pause between two signs of life of a node, at least 100 ms; two of them fit into
 *     {@code session-ttl - margin}, so that one that fails loses nothing
 * @param margin {@code margin}: how much earlier than the arbiter a holder counts its leases as lost: the time that an
 *     instance has to stop, and that clocks may err; at least 100 ms
 * @param operationTimeout {@code operation-timeout}: how long an attempt or a release waits for an arbiter that says
 *     nothing, 1 s to 10 min. The default 5 s outlasts the second or two that the CP Subsystem needs after the death of its
 *     leader, and is over before the default hand-over time-out
 * @param group {@code group}: the CP group of the locks; letters, digits, dots, dashes, underscores, and not
 *     {@code METADATA}, which is Hazelcast's own
 * @param memberCount {@code member-count}: how many members form the CP Subsystem: an odd number from 3 to 99
 * @param autoPromote {@code auto-promote}: whether a member that comes up takes its place in the CP Subsystem by itself,
 *     instead of its dead predecessor at the same address; without it a rolling restart ends the CP Subsystem
 * @param allowUnsafe {@code allow-unsafe}: whether a member without CP Subsystem gives leases that two nodes can hold
 */
public record CpLeaseSettings(
        Duration sessionTtl,
        Duration heartbeat,
        Duration margin,
        Duration operationTimeout,
        String group,
        int memberCount,
        boolean autoPromote,
        boolean allowUnsafe) {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    /** Less is over before an attempt that waits for another holder has looked a second time. */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);
    /** A slip of the pen beyond that would have the CP Subsystem wait for members that never come. */
    private static final int MOST_MEMBERS = 99;
    /** More is a mistake, and every bound stays finite. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /**
     * Checks each value.
     *
     * @throws SingletonConfigurationException naming the setting, its value and the rule
     */
    public CpLeaseSettings {
        check(
                sessionTtl.compareTo(Duration.ofSeconds(2)) >= 0
                        && sessionTtl.compareTo(LONGEST) <= 0
                        && sessionTtl.equals(Duration.ofSeconds(sessionTtl.toSeconds())),
                "session-ttl",
                sessionTtl,
                "whole seconds, at least PT2S and at most " + LONGEST);
        check(margin.compareTo(SHORTEST) >= 0, "margin", margin, "at least " + SHORTEST);
        check(margin.compareTo(sessionTtl) < 0, "margin", margin, "less than session-ttl, which is " + sessionTtl);
        check(heartbeat.compareTo(SHORTEST) >= 0, "heartbeat", heartbeat, "at least " + SHORTEST);
        check(
                heartbeat.compareTo(LONGEST) <= 0 && heartbeat.multipliedBy(2).compareTo(sessionTtl.minus(margin)) <= 0,
                "heartbeat",
                heartbeat,
                "at most half of session-ttl - margin, which is " + sessionTtl.minus(margin));
        check(
                operationTimeout.compareTo(SHORTEST_TIMEOUT) >= 0 && operationTimeout.compareTo(LONGEST) <= 0,
                "operation-timeout",
                operationTimeout,
                "at least " + SHORTEST_TIMEOUT + " and at most " + LONGEST);
        check(
                group.matches("[A-Za-z0-9._-]{1,100}")
                        && !group.toUpperCase(Locale.ROOT).equals("METADATA"),
                "group",
                group,
                "1 to 100 letters, digits, dots, dashes and underscores, and not METADATA");
        check(
                memberCount >= 3 && memberCount <= MOST_MEMBERS && memberCount % 2 == 1,
                "member-count",
                memberCount,
                "an odd number from 3 to " + MOST_MEMBERS
                        + ": fewer members have no majority left when one is gone, and all of these must be there"
                        + " before the first lease is granted");
    }

    private static void check(boolean holds, String key, Object value, String rule) {
        if (!holds) {
            throw new SingletonConfigurationException(
                    "singleton.lease.cp." + key + " = " + value + " is unusable: it must be " + rule);
        }
    }

    /** The defaults. */
    public static CpLeaseSettings defaults() {
        return builder().build();
    }

    /** Begins with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Sets what differs from the defaults. One thread at a time. */
    public static final class Builder {

        private Duration sessionTtl = Duration.ofSeconds(15);
        private Duration heartbeat = Duration.ofSeconds(2);
        private Duration margin = Duration.ofSeconds(3);
        private Duration operationTimeout = Duration.ofSeconds(5);
        private String group = "singletons";
        private int memberCount = 3;
        private boolean autoPromote = true;
        private boolean allowUnsafe;

        private Builder() {}

        /** Default 15 s. */
        public Builder sessionTtl(Duration value) {
            this.sessionTtl = value;
            return this;
        }

        /** Default 2 s. */
        public Builder heartbeat(Duration value) {
            this.heartbeat = value;
            return this;
        }

        /** Default 3 s. */
        public Builder margin(Duration value) {
            this.margin = value;
            return this;
        }

        /** Default 5 s. */
        public Builder operationTimeout(Duration value) {
            this.operationTimeout = value;
            return this;
        }

        /** Default {@code singletons}. */
        public Builder group(String value) {
            this.group = value;
            return this;
        }

        /** Default 3. */
        public Builder memberCount(int value) {
            this.memberCount = value;
            return this;
        }

        /** Default true. */
        public Builder autoPromote(boolean value) {
            this.autoPromote = value;
            return this;
        }

        /** Default false. */
        public Builder allowUnsafe(boolean value) {
            this.allowUnsafe = value;
            return this;
        }

        /**
         * The settings.
         *
         * @throws SingletonConfigurationException when one is unusable
         */
        public CpLeaseSettings build() {
            return new CpLeaseSettings(
                    sessionTtl, heartbeat, margin, operationTimeout, group, memberCount, autoPromote, allowUnsafe);
        }
    }
}
