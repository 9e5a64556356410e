package dev.singleton.it;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Nodes that host under leases of the provider {@code cp}, and what an operator of those does. One thread. */
class LeasedCluster extends Cluster {

    private static final int MOST_STARTS = 3;

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

    /**
     * The same, and as an operator does it: when the CP Subsystem does not form, which a machine that is so slow that
     * members lose each other meanwhile makes of it, all are stopped and started again.
     */
    @Override
    void startThree() {
        if (settings().cp().isPresent()) {
            start("n1");
            start("n2", "n3");
            for (int more = MOST_STARTS - 1; more > 0 && !formed(); more--) {
                beginAnew();
                start("n1");
                start("n2", "n3");
            }
            specs().forEach(spec -> awaitHost(spec.key(), "n1"));
        } else {
            super.startThree();
        }
    }

    /** Returns when all can have leases, or one says that they cannot. */
    private boolean formed() {
        List<String> said = new ArrayList<>();
        timeLine.await("the CP Subsystem forms, or does not", () -> {
            said.clear();
            nodes().forEach(node -> said.add(node(node).obey("leases")));
            return said.stream().allMatch(String::isEmpty)
                    || said.stream().anyMatch(text -> text.contains("has not formed"));
        });
        return said.stream().allMatch(String::isEmpty);
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

    /** Waits until each running node has its place in the CP Subsystem, also where nothing runs under a lease any more. */
    void awaitPlaces() {
        for (String node : nodes()) {
            timeLine.await(
                    node + " is a CP member",
                    () -> !node(node).obey("cp-member").isEmpty());
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
