package dev.singleton.proxy;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;

/** Where messages of one singleton go from this node. */
public sealed interface Route {

    /** This node has not heard from all members yet: messages wait, up to the buffer size, asks too. */
    record NotYetKnown() implements Route {}

    /** Nobody can host now; messages wait, up to the buffer size, and asks fail. */
    record NoHost() implements Route {}

    /** To this node, which may be our own. */
    record To(NodeId host) implements Route {}

    /** Nowhere, and waiting would not help. */
    record Refuse(DeadLetterReason reason) implements Route {}
}
