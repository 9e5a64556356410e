package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.control.Snapshot;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads of a {@link Snapshot}. */
final class Snapshots {

    private Snapshots() {}

    static Set<NodeId> incompatiblePeers(Snapshot snapshot) {
        return snapshot.disagreements().stream()
                .filter(Disagreement::incompatible)
                .map(Disagreement::peer)
                .collect(Collectors.toUnmodifiableSet());
    }
}
