package dev.singleton;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * A member of the cluster: a UUID that no two lives of a member share, and its address.
 *
 * @param uuid the identity; two ids are equal when their UUIDs are
 * @param address where the member listens
 */
public record NodeId(UUID uuid, InetSocketAddress address) {

    public NodeId {
        Objects.requireNonNull(uuid, "uuid");
        Objects.requireNonNull(address, "address");
    }

    /**
     * Negative, zero or positive as the address of this node is lower than, equal to or higher than the other's: IPv4
     * before IPv6 before names that were not resolved, each by number (names by the alphabet), then by port.
     */
    public int compareAddress(NodeId other) {
        int byHost = compareHosts(address, other.address);
        return byHost != 0 ? byHost : Integer.compare(address.getPort(), other.address.getPort());
    }

    private static int compareHosts(InetSocketAddress a, InetSocketAddress b) {
        InetAddress left = a.getAddress();
        InetAddress right = b.getAddress();
        if (left == null && right == null) {
            return a.getHostString().compareTo(b.getHostString());
        }
        // Names come last: comparing a name with an address as texts would make circles with the numeric order.
        if (left == null || right == null) {
            return left == null ? 1 : -1;
        }
        byte[] leftBytes = left.getAddress();
        byte[] rightBytes = right.getAddress();
        int byLength = Integer.compare(leftBytes.length, rightBytes.length);
        return byLength != 0 ? byLength : Arrays.compareUnsigned(leftBytes, rightBytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeId that && uuid.equals(that.uuid);
    }

    @Override
    public int hashCode() {
        return uuid.hashCode();
    }

    /** Address and the beginning of the UUID, for people. */
    @Override
    public String toString() {
        return address.getHostString() + ":" + address.getPort() + "/"
                + uuid.toString().substring(0, 8);
    }
}
