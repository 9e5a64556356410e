package dev.singleton.control;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.Disagreement;
import java.util.List;
import java.util.Optional;

/** What happened to a singleton on the control path. */
public sealed interface Notice {

    record OwnerChanged(Optional<NodeId> previous, Optional<NodeId> owner) implements Notice {}

    record TimedOut(List<NodeId> silentPeers) implements Notice {}

    record StillWaiting(List<String> answers) implements Notice {}

    record HandedOver() implements Notice {}

    record LeaseAcquired(long attempt, long token) implements Notice {}

    record LeaseRefused(String why) implements Notice {}

    record LeaseLost(String reason) implements Notice {}

    record Latched() implements Notice {}

    record Disagrees(Disagreement disagreement) implements Notice {}

    /** An event meant nothing in the state it met. */
    record Ignored(String state, String why) implements Notice {}
}
