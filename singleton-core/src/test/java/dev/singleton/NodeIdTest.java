package dev.singleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The id of a node")
class NodeIdTest {

    private static NodeId at(String literal, int port) {
        try {
            return at(new InetSocketAddress(InetAddress.getByName(literal), port));
        } catch (UnknownHostException e) {
            throw new AssertionError("is no literal: " + literal, e);
        }
    }

    private static NodeId unresolved(String host, int port) {
        return at(InetSocketAddress.createUnresolved(host, port));
    }

    private static NodeId at(InetSocketAddress address) {
        return new NodeId(new UUID(0, address.hashCode()), address);
    }

    private static void inOrder(NodeId... ids) {
        for (int left = 0; left < ids.length; left++) {
            for (int right = 0; right < ids.length; right++) {
                assertThat(Integer.signum(ids[left].compareAddress(ids[right])))
                        .as("%s compared with %s", ids[left], ids[right])
                        .isEqualTo(Integer.compare(left, right));
            }
        }
    }

    @Test
    @DisplayName("orders IPv4 addresses as numbers and not as texts, above 127 too")
    void ipv4() {
        inOrder(
                at("9.0.0.1", 1),
                at("10.0.0.2", 1),
                at("10.0.0.10", 1),
                at("10.0.0.100", 1),
                at("10.0.1.1", 1),
                at("127.0.0.1", 1),
                at("128.0.0.1", 1),
                at("192.168.0.1", 1),
                at("255.255.255.255", 1));
    }

    @Test
    @DisplayName("orders ports as numbers, for one address only")
    void ports() {
        inOrder(at("10.0.0.1", 80), at("10.0.0.1", 5701), at("10.0.0.1", 5702), at("10.0.0.2", 1));
    }

    @Test
    @DisplayName("orders IPv6 addresses as numbers, behind all of IPv4")
    void ipv6() {
        inOrder(
                at("255.255.255.255", 1),
                at("::1", 1),
                at("2001:db8::2", 1),
                at("2001:db8::10", 1),
                at("2001:db8::10", 2),
                at("fe80::1", 1));
    }

    @Test
    @DisplayName("puts names that were not resolved behind all addresses, by the alphabet")
    void names() {
        inOrder(
                at("10.0.0.2", 1),
                at("10.0.0.10", 1),
                at("ff00::1", 1),
                unresolved("10.0.0.15", 1),
                unresolved("a", 1));
    }

    @Test
    @DisplayName("sorts to the same list from whatever order")
    void total() {
        List<NodeId> ids = List.of(
                at("10.0.0.2", 1), at("10.0.0.10", 1), at("::1", 1), unresolved("10.0.0.15", 1), unresolved("b", 1));
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            List<NodeId> shuffled = new ArrayList<>(ids);
            Collections.shuffle(shuffled, random);
            shuffled.sort(NodeId::compareAddress);
            assertThat(shuffled).isEqualTo(ids);
        }
    }

    @Test
    @DisplayName("is its UUID: the address does not count for equality")
    void equality() {
        UUID uuid = new UUID(1, 2);
        NodeId here = new NodeId(uuid, InetSocketAddress.createUnresolved("a", 1));
        NodeId there = new NodeId(uuid, InetSocketAddress.createUnresolved("b", 2));
        NodeId another = new NodeId(new UUID(1, 3), here.address());
        assertThat(here).isEqualTo(there).hasSameHashCodeAs(there).isNotEqualTo(another);
        assertThat(here.compareAddress(another)).isZero();
    }

    @Test
    @DisplayName("reads as the address and the beginning of the UUID")
    void text() {
        assertThat(new NodeId(new UUID(0x1234567890abcdefL, 2), InetSocketAddress.createUnresolved("host", 5701)))
                .hasToString("host:5701/12345678");
    }

    @Test
    @DisplayName("needs both")
    @SuppressWarnings("DataFlowIssue")
    void nulls() {
        InetSocketAddress address = InetSocketAddress.createUnresolved("a", 1);
        assertThatNullPointerException()
                .isThrownBy(() -> new NodeId(null, address))
                .withMessage("uuid");
        assertThatNullPointerException()
                .isThrownBy(() -> new NodeId(new UUID(0, 0), null))
                .withMessage("address");
    }
}
