package dev.singleton.it;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * When a cluster has settled: all nodes see all, can have leases where there are any, and are answered by one instance.
 *
 * @param nodes that must run
 */
record Calm(Cluster cluster, List<String> nodes, boolean leased) {

    /** Hazelcast gives up a call of which it lost the answer after two minutes; on a busy machine all takes longer. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    void await() {
        AtomicReference<String> last = new AtomicReference<>("");
        cluster.timeLine.await(
                "a settled cluster",
                PATIENCE,
                () -> {
                    last.set(missing());
                    return last.get().isEmpty();
                },
                last::get);
    }

    /** What the cluster lacks, or nothing. */
    private String missing() {
        Set<String> hosts = new TreeSet<>();
        for (String node : nodes) {
            NodeProcess process = cluster.node(node);
            String members = process.obey("members");
            if (!members.equals(String.valueOf(nodes.size()))) {
                return node + " sees " + members + " members";
            }
            String leases = leased ? process.obey("leases") : "";
            if (!leases.isEmpty()) {
                return node + " can have no leases: " + leases;
            }
            try {
                hosts.add(process.obey("ask", Nemesis.KEY).split(" ", -1)[0]);
            } catch (IllegalStateException unanswered) {
                return node + " is not answered: " + unanswered.getMessage();
            }
        }
        return hosts.size() == 1 ? "" : "Answers came from " + hosts;
    }
}
