package dev.singleton.cdi;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.Lease;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether this node is ready, and what it knows of each singleton; from local state alone.
 *
 * @param up a node that stands by is up as much as one that hosts
 * @param data text, long or boolean by key, in the order of keys
 */
record Readiness(boolean up, Map<String, Object> data) {

    static final String CHECK = "cluster-singletons";

    /** What the check asks; a bean that the extension adds. */
    @FunctionalInterface
    interface Source {
        Readiness now();
    }

    /** The readiness of an application's node. */
    static Readiness of(NodeLifeCycle lifeCycle) {
        if (!lifeCycle.application().node().enabled()) {
            return new Readiness(true, Map.of("enabled", false));
        }
        return lifeCycle
                .current()
                .map(there -> lifeCycle
                        .trouble()
                        .map(why -> new Readiness(false, Map.of("joined", false, "member", why)))
                        .orElseGet(() -> of(there.node())))
                .orElseGet(() -> new Readiness(false, Map.of("joined", false)));
    }

    private static Readiness of(SingletonNode node) {
        return of(node.ready(), node.all(), node.leases());
    }

    /**
     * From what a node knows.
     *
     * @param joined whether the node is a member that has said that it is up
     * @param leases of each provider in use, whether leases can be had
     */
    static Readiness of(boolean joined, Collection<SingletonStatus> singletons, Map<String, Lease.Condition> leases) {
        Map<String, Object> data = new TreeMap<>();
        data.put("joined", joined);
        boolean agreed = true;
        for (SingletonStatus status : singletons) {
            describe(status, data);
            agreed &= status.disagreements().stream().noneMatch(Disagreement::incompatible);
        }
        leases.forEach((provider, condition) -> data.put(
                "lease." + provider,
                condition.text().isEmpty() ? (condition.usable() ? "usable" : "not usable") : condition.text()));
        boolean leased = leases.values().stream().allMatch(Lease.Condition::usable);
        return new Readiness(joined && agreed && leased, data);
    }

    private static void describe(SingletonStatus status, Map<String, Object> data) {
        String name = status.key().typeName();
        data.put(name + ".state", lower(status.state()));
        data.put(name + ".owner", status.owner().map(NodeId::toString).orElse("none"));
        data.put(name + ".lease", lower(status.lease()));
        // As text: it is larger than what some readers of JSON take a number for.
        status.fencingToken().ifPresent(token -> data.put(name + ".fencing-token", Long.toString(token)));
        data.put(name + ".buffered", (long) status.buffered());
        status.lastActivationError().ifPresent(error -> data.put(name + ".activation-error", error));
        String differences = status.disagreements().stream()
                .sorted(Comparator.comparing(Disagreement::difference))
                .map(disagreement -> disagreement.peer() + ": " + disagreement.difference()
                        + (disagreement.incompatible() ? " (incompatible)" : ""))
                .collect(Collectors.joining("; "));
        if (!differences.isEmpty()) {
            data.put(name + ".disagreement", differences);
        }
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
