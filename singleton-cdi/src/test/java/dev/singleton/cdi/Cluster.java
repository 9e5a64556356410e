package dev.singleton.cdi;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.hazelcast.instance.BuildInfoProvider;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Places for real nodes of one cluster on this machine: node 0 sorts before node 1, and so on. */
record Cluster(String name, List<Integer> ports) {

    static Cluster of(int nodes) {
        return new Cluster("test-" + UUID.randomUUID(), Ports.free(nodes));
    }

    /** Whether this version of Hazelcast has a CP Subsystem in its community edition. */
    static boolean hasCpSubsystem() {
        return BuildInfoProvider.getBuildInfo().getVersion().matches("5\\.[0-4]\\..*");
    }

    /** Ends a test that needs one where there is none. */
    static void assumeCpSubsystem() {
        assumeThat(hasCpSubsystem()).isTrue();
    }

    /** An application that joins the cluster as that node. */
    Deployment node(int index, Class<?>... beans) {
        String members = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        return Deployment.of(new SingletonExtension(), beans)
                .with("singleton.hazelcast.cluster-name", name)
                .with("singleton.hazelcast.port", String.valueOf(ports.get(index)))
                .with("singleton.hazelcast.members", members);
    }
}
