package dev.singleton.it;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Nodes that host under leases of the provider {@code cp}, and what an operator of those does. One thread. */
class LeasedCluster extends Cluster {

    LeasedCluster(String name, Site site, NodeSettings settings, Spec... specs) {
        super(name, site, settings, specs);
    }

    /** Three nodes on loopback, of which the first hosts and all can have leases. */
    static LeasedCluster ofThree(String name, NodeSettings settings, Spec... specs) {
        return ofThree(name, new Loopback(), settings, specs);
    }

    /** Three nodes, of which the first hosts and all can have leases. */
    static LeasedCluster ofThree(String name, Site site, NodeSettings settings, Spec... specs) {
        LeasedCluster cluster = new LeasedCluster(name, site, settings, specs);
        try {
            cluster.startThree();
            cluster.awaitLeases();
            return cluster;
        } catch (RuntimeException | Error failed) {
            cluster.close();
            throw failed;
        }
    }

    /** Waits until each running node is ready, as an operator does before he goes on to the next one. */
    void awaitLeases() {
        for (String node : nodes()) {
            AtomicReference<String> last = new AtomicReference<>("");
            timeLine.await(
                    node + " can have leases",
                    () -> {
                        last.set(node(node).obey("leases"));
                        return last.get().isEmpty();
                    },
                    last::get);
        }
    }

    /** Makes this node the leader of the CP group that grants the leases. */
    void makeLeader(String node) {
        AtomicReference<String> refusal = new AtomicReference<>("");
        timeLine.await(
                node + " leads the CP group",
                () -> {
                    Optional<String> leader = leader();
                    if (leader.isEmpty() || leader.get().equals(node)) {
                        return leader.isPresent();
                    }
                    refusal.set(giveLead(node(leader.get()), node(node).obey("cp-member")));
                    return false;
                },
                refusal::get);
    }

    private static String giveLead(NodeProcess leader, String member) {
        try {
            return leader.obey("give-lead-to", member);
        } catch (IllegalStateException notNow) {
            // While another transfer is under way, or when the leader has changed meanwhile: whoever asks looks again.
            return String.valueOf(notNow.getMessage());
        }
    }

    private Optional<String> leader() {
        return nodes().stream()
                .filter(node -> node(node).obey("leads").equals("true"))
                .findFirst();
    }

    /** Starts so many singletons of this kind on all nodes; returns when each is hosted. */
    void hostMany(Spec spec, int count) {
        List<CompletableFuture<String>> starting = nodes().stream()
                .map(node -> node(node).command(words("host-many", spec.toWords(), count)))
                .toList();
        starting.forEach(CompletableFuture::join);
        timeLine.await(
                "each singleton is hosted",
                () -> nodes().stream()
                                .mapToInt(node -> Integer.parseInt(node(node).obey("hosting", spec.key() + "-")))
                                .sum()
                        == count);
    }

    private static String[] words(String verb, List<String> spec, int count) {
        return Stream.of(Stream.of(verb, String.valueOf(count)), spec.stream())
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    /** How many operations the CP group that grants the leases has committed. */
    long committed() {
        return nodes().stream()
                .mapToLong(node -> Long.parseLong(node(node).obey("committed")))
                .max()
                .orElseThrow();
    }
}
