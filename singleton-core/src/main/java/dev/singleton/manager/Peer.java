package dev.singleton.manager;

import dev.singleton.NodeId;

/**
 * Another member, as the manager of one singleton sees it.
 *
 * @param sortsBefore whether it comes before this node in placement order
 * @param hosting whether it said that an instance runs there
 * @param mayHost whether it is in rotation and eligible
 * @param conflicting whether it is in rotation with a different value for what must be equal
 */
public record Peer(NodeId id, boolean sortsBefore, boolean hosting, boolean mayHost, boolean conflicting) {}
