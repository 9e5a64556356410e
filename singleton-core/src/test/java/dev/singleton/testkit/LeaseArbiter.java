package dev.singleton.testkit;

import dev.singleton.NodeId;
import dev.singleton.spi.LeaseProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What {@link LeaseContractTest} needs to know of a provider, and what it does to the way between a node and its arbiter.
 * The contract uses the nodes {@code a}, {@code b} and {@code c} and a new lease name for each story, so that one arbiter
 * can serve all of them; it heals what it has cut.
 */
public interface LeaseArbiter {

    /** The provider as that node has it; one and the same for several nodes where the provider is built so. */
    LeaseProvider provider(String node);

    /** Who the node is; the same at every call. */
    default NodeId nodeId(String node) {
        UUID uuid = UUID.nameUUIDFromBytes(node.getBytes(StandardCharsets.UTF_8));
        return new NodeId(uuid, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + node.charAt(0)));
    }

    /**
     * How long the arbiter leaves a lease with a holder of whom it hears nothing. A cut off node may take some of it to stop
     * in time: with less than a second the contract tests the machine's load rather than the provider.
     */
    Duration ttl();

    /** Within which time an attempt and a release are answered, also when the arbiter cannot be reached. */
    Duration answersWithin();

    /** From now on nothing of what the node sends reaches the arbiter, nor does any answer reach the node. */
    void cutOff(String node);

    /** Undoes {@link #cutOff}; does nothing when the node was not cut off. */
    void heal(String node);

    /** Whether {@link #usurp} can be played; where not, its stories are skipped and say so. */
    default boolean canUsurp() {
        return false;
    }

    /** Against the rules, the arbiter takes the lease away from its holder, who is not told. */
    default void usurp(String typeName) {
        throw new UnsupportedOperationException("usurp: say canUsurp() only where it is possible");
    }

    /** The provider as that node has it, but with another ttl; empty where one ttl holds for all nodes. */
    default Optional<LeaseProvider> provider(String node, Duration ttl) {
        return Optional.empty();
    }
}
