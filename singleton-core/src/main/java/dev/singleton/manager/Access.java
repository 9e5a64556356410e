package dev.singleton.manager;

import dev.singleton.NodeId;
import java.util.Optional;

/** What a manager's state means for messages that other nodes send here. */
public sealed interface Access {

    /** An instance takes them. */
    record Open() implements Access {}

    /** An instance is on its way: they wait. */
    record Hold() implements Access {}

    /** This node is not the host by its own view, but may become it: they wait for a moment. */
    record Unsure() implements Access {}

    /** They are refused. */
    record Closed(Optional<NodeId> hint) implements Access {}
}
