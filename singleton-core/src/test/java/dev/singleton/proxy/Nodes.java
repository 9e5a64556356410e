package dev.singleton.proxy;

import dev.singleton.NodeId;
import java.net.InetSocketAddress;
import java.util.UUID;

/** The nodes of the stories. */
final class Nodes {

    static final NodeId ALICE = node(1);
    static final NodeId BOB = node(2);
    static final NodeId CAROL = node(3);

    private Nodes() {}

    private static NodeId node(int number) {
        return new NodeId(new UUID(0, number), InetSocketAddress.createUnresolved("10.0.0." + number, 5701));
    }
}
