package dev.singleton.control;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.SingletonStatus.State;
import dev.singleton.manager.LeaseView;
import java.util.List;
import java.util.Optional;

/** What the control path knows of one singleton at one moment. */
public record Snapshot(State state, Optional<NodeId> owner, List<Disagreement> disagreements, LeaseView lease) {

    public Snapshot {
        disagreements = List.copyOf(disagreements);
    }
}
