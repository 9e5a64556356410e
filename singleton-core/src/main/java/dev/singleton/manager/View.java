package dev.singleton.manager;

import dev.singleton.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * The cluster as the manager of one singleton sees it at one moment.
 *
 * @param peers every other member, eligible or not, in join order
 * @param elected the first eligible member in placement order
 */
public record View(NodeId self, Standing standing, Optional<NodeId> elected, List<Peer> peers) {

    public View {
        peers = List.copyOf(peers);
    }

    boolean selfElected() {
        return standing == Standing.ELIGIBLE && elected.filter(self::equals).isPresent();
    }

    /** The elected node, when it is another one. */
    Optional<NodeId> electedPeer() {
        return elected.filter(node -> !node.equals(self));
    }

    /** A node that disagrees on what must be equal could host at the same time: then nobody begins to. */
    boolean blocked() {
        return peers.stream().anyMatch(Peer::conflicting);
    }

    boolean otherMayHost() {
        return peers.stream().anyMatch(Peer::mayHost);
    }

    Optional<Peer> peer(NodeId id) {
        return peers.stream().filter(peer -> peer.id().equals(id)).findFirst();
    }

    boolean contains(NodeId id) {
        return peer(id).isPresent();
    }

    boolean sortsBefore(NodeId id) {
        return peer(id).filter(Peer::sortsBefore).isPresent();
    }

    /** Whether the elected node is another one and runs an instance. */
    boolean electedPeerHosts() {
        return electedPeer().flatMap(this::peer).filter(Peer::hosting).isPresent();
    }
}
