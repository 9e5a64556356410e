package dev.singleton.control;

import dev.singleton.NodeId;
import dev.singleton.wire.Frame.NodeStatus;
import java.util.Set;

/**
 * A member with all that is known of it: from the membership, and by its own word.
 *
 * @param joinOrder lower joined earlier
 */
record Member(NodeId id, long joinOrder, NodeStatus status, Set<String> roles) {

    Member {
        roles = Set.copyOf(roles);
    }

    boolean up() {
        return status == NodeStatus.UP;
    }

    boolean carries(String role) {
        return role.isEmpty() || roles.contains(role);
    }
}
