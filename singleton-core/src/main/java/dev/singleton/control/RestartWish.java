package dev.singleton.control;

import dev.singleton.NodeId;
import java.util.Optional;

/**
 * Somebody waits for the instance to be started anew.
 *
 * @param from empty when it is this node
 */
record RestartWish(Optional<NodeId> from, long requestId) {}
