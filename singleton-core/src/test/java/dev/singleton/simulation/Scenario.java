package dev.singleton.simulation;

import dev.singleton.Placement;
import dev.singleton.manager.Settings;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One seed's cluster and its troubles, in milliseconds and probabilities.
 *
 * @param wild frames are lost, repeated and reordered, which no TCP connection does by itself
 * @param slowestFrame the longest ordinary delay of a frame
 * @param slowestView how late a member list arrives at most
 * @param detection how long a dead or cut off member stays in the list at most
 * @param minorityFirst after a cut, the smaller side learns of it before the larger one
 * @param actions how many joins, leaves, crashes and the like there are
 * @param bytes every frame goes through its bytes
 * @param quiet when the faults stop
 * @param leaseRules when there are leases
 */
record Scenario(
        long seed,
        Profile profile,
        int nodes,
        List<String> keys,
        List<Placement> placements,
        String role,
        int quorum,
        boolean restartOnTermination,
        boolean wild,
        double loss,
        double repeat,
        long slowestFrame,
        long slowestView,
        long detection,
        boolean minorityFirst,
        long handOverTimeout,
        int bufferSize,
        int outboxCapacity,
        int mailboxCapacity,
        long slowestMessage,
        long slowestStart,
        long slowestStop,
        int messages,
        int actions,
        boolean bytes,
        long quiet,
        Layer layer,
        Optional<LeaseRules> leaseRules) {

    static final int MOST_NODES = 7;

    static Scenario of(long seed, Layer layer, Dice dice) {
        Profile[] all = Profile.values();
        return of(seed, layer, all[(int) Math.floorMod(seed, (long) all.length)], dice);
    }

    private static Scenario of(long seed, Layer layer, Profile profile, Dice dice) {
        int nodes = profile == Profile.QUORUM ? 3 + 2 * dice.below(2) : 2 + dice.below(5);
        boolean lossless = profile.lossless() && layer.handsOver();
        boolean wild = !lossless && dice.chance(0.5);
        boolean load = profile == Profile.LOAD;
        List<String> keys = dice.chance(0.8) ? List.of("jobs") : List.of("jobs", "mail");
        List<Placement> placements =
                keys.stream().map(key -> dice.pick(List.of(Placement.values()))).toList();
        return new Scenario(
                seed,
                profile,
                nodes,
                keys,
                placements,
                dice.chance(0.3) ? "worker" : "",
                profile == Profile.QUORUM ? nodes / 2 + 1 : 0,
                !profile.throwing() || dice.chance(0.7),
                wild,
                wild ? dice.pick(List.of(0.0, 0.05, 0.2)) : 0,
                wild ? dice.pick(List.of(0.0, 0.05, 0.2)) : 0,
                dice.pick(List.of(5L, 20L, 150L)),
                lossless ? dice.pick(List.of(10L, 200L, 1_500L)) : dice.pick(List.of(10L, 500L, 4_000L)),
                dice.pick(List.of(500L, 5_000L, 20_000L)),
                dice.chance(0.5),
                lossless ? 10_000 : dice.pick(List.of(300L, 2_000L, 10_000L)),
                lossless ? 1_000 : dice.pick(List.of(1, 20, 1_000)),
                lossless ? 10_000 : dice.pick(List.of(1_000, 5_000)),
                load ? 1 + dice.below(5) : dice.pick(List.of(3, 100, 10_000)),
                dice.pick(load ? List.of(1L, 20L) : List.of(layer.leased() && !lossless ? 1_000L : 1L, 20L, 200L)),
                dice.pick(List.of(1L, 50L, 800L)),
                profile.slowStops() ? dice.pick(List.of(2_000L, 20_000L)) : dice.pick(List.of(1L, 50L, 800L)),
                load ? 300 + dice.below(700) : 20 + dice.below(80),
                3 + dice.below(profile == Profile.CHURN ? 14 : 8),
                dice.chance(0.1),
                10_000 + dice.between(0, 20_000),
                layer,
                layer.leased() ? Optional.of(LeaseRules.of(lossless, dice)) : Optional.empty());
    }

    /** Whether nothing may be lost, doubled or reordered, and nobody ever runs twice. */
    boolean lossless() {
        return profile.lossless() && layer.handsOver();
    }

    /** What all nodes of a singleton must agree on. */
    Terms terms(String key) {
        String itsPlacement = placement(key).name().toLowerCase(Locale.ROOT);
        HostTerms host = new HostTerms(itsPlacement, quorum, layer.leased() ? "sim" : "", List.of());
        return new Terms("Job", role, Optional.of(host));
    }

    Settings settings(String key) {
        Optional<Duration> retry = leaseRules.map(rules -> Duration.ofMillis(rules.retry()));
        return new Settings(key, Duration.ofMillis(handOverTimeout), restartOnTermination, retry);
    }

    /**
     * How long the arbiter grants nothing to a new node, in a part of the seeds; by dice of its own, so that all else in a
     * seed is as without it.
     */
    long placeAfter(String member, long life) {
        Dice dice = new Dice(seed * 31 + member.hashCode() + life * 7919);
        return layer.leased() && seed % 3 == 0 && dice.chance(0.5) ? dice.between(0, 6_000) : 0;
    }

    LeaseRules lease() {
        return leaseRules.orElseThrow();
    }

    Placement placement(String key) {
        return placements.get(keys.indexOf(key));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s %s: %d nodes, %s %s%s%s, %s network (loss %.2f, repeat %.2f, frame <= %d ms), view <= %d ms, detection <= %d ms%s,"
                        + " hand-over-timeout %d ms, buffer %d, outbox %d, mailbox %d, message <= %d ms, start <= %d ms, stop <= %d ms,"
                        + " %d messages, %d actions, quiet at %d ms%s%s",
                layer,
                profile,
                nodes,
                keys,
                placements,
                role.isEmpty() ? "" : ", role " + role,
                quorum == 0 ? "" : ", quorum " + quorum,
                wild ? "wild" : "tcp",
                loss,
                repeat,
                slowestFrame,
                slowestView,
                detection,
                minorityFirst ? ", minority first" : "",
                handOverTimeout,
                bufferSize,
                outboxCapacity,
                mailboxCapacity,
                slowestMessage,
                slowestStart,
                slowestStop,
                messages,
                actions,
                quiet,
                restartOnTermination ? "" : ", no restart on termination",
                leaseRules.map(rules -> "; " + rules).orElse(""));
    }
}
