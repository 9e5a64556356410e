package dev.singleton.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.Placement;
import dev.singleton.wire.Frame.NodeStatus;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The placement")
class PlacementsTest {

    private static final int KEYS = 9_000;

    private static Member member(int lastOctet, int port, long joinOrder, UUID uuid) {
        try {
            InetAddress host = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) lastOctet});
            NodeId id = new NodeId(uuid, new InetSocketAddress(host, port));
            return new Member(id, joinOrder, NodeStatus.UP, Set.of());
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** The addresses fall while the join order rises, so that no order looks like another one. */
    private static List<Member> members(int count, Random random) {
        return IntStream.range(0, count)
                .mapToObj(i -> member(250 - i, 5701, i, new UUID(random.nextLong(), random.nextLong())))
                .toList();
    }

    private static Member host(List<Member> members, Placement placement, String typeName) {
        return Collections.min(members, Placements.order(placement, typeName));
    }

    private static Map<Member, Integer> shares(List<Member> members) {
        Map<Member, Integer> shares = new HashMap<>();
        for (int key = 0; key < KEYS; key++) {
            shares.merge(host(members, Placement.SPREAD, "type-" + key), 1, Integer::sum);
        }
        return shares;
    }

    @Test
    @DisplayName("address takes the lowest address, then the lowest port, whoever came first")
    void address() {
        Member second = member(2, 5702, 1, new UUID(0, 1));
        Member first = member(2, 5701, 2, new UUID(0, 2));
        Member tenth = member(10, 5701, 0, new UUID(0, 3));
        Member high = member(200, 5701, 0, new UUID(0, 4));
        List<Member> members = new ArrayList<>(List.of(high, second, tenth, first));
        members.sort(Placements.order(Placement.ADDRESS, "jobs"));
        assertThat(members).containsExactly(first, second, tenth, high);
    }

    @Test
    @DisplayName("oldest takes the one that joined first, and a newcomer moves nothing")
    void oldest() {
        List<Member> members = new ArrayList<>(members(5, new Random(1)));
        Member before = host(members, Placement.OLDEST, "jobs");
        assertThat(before.joinOrder()).isZero();
        members.add(member(1, 1, 99, new UUID(0, 0)));
        assertThat(host(members, Placement.OLDEST, "jobs")).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(Placement.class)
    @DisplayName("names the same host on every node, in whatever order its view lists the members")
    void everywhere(Placement placement) {
        Random random = new Random(2);
        List<Member> members = members(7, random);
        for (int key = 0; key < 200; key++) {
            List<Member> shuffled = new ArrayList<>(members);
            Collections.shuffle(shuffled, random);
            String name = "type-" + key;
            shuffled.sort(Placements.order(placement, name));
            assertThat(shuffled.get(0)).isEqualTo(host(members, placement, name));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10, 20})
    @DisplayName("spread gives every node its even share, as chance would")
    void evenShares(int count) {
        Map<Member, Integer> shares = shares(members(count, new Random(4)));
        assertThat(shares).hasSize(count);
        assertThat(chiSquare(shares, count)).isLessThan(bound(count));
    }

    @Test
    @DisplayName("spread does so too when the UUIDs differ in their last bits only")
    void evenSharesOfSimilarIds() {
        List<Member> members = IntStream.range(0, 4)
                .mapToObj(i -> member(i, 5701, i, new UUID(7, i)))
                .toList();
        assertThat(chiSquare(shares(members), 4)).isLessThan(bound(4));
    }

    /** How far the shares are from even ones; about {@code count - 1} when chance deals. */
    private static double chiSquare(Map<Member, Integer> shares, int count) {
        double expected = (double) KEYS / count;
        double sum = 0;
        for (int share : shares.values()) {
            sum += (share - expected) * (share - expected) / expected;
        }
        return sum + (count - shares.size()) * expected;
    }

    /** Five standard deviations above what chance deals. */
    private static double bound(int count) {
        return count - 1 + 5 * Math.sqrt(2.0 * (count - 1));
    }

    @Test
    @DisplayName("spread moves to a newcomer its own share and moves nothing else; and back when it leaves")
    void newcomer() {
        List<Member> before = members(4, new Random(6));
        List<Member> after = members(5, new Random(6));
        Member newcomer = after.get(4);
        assertThat(after.subList(0, 4)).isEqualTo(before);
        int moved = 0;
        for (int key = 0; key < KEYS; key++) {
            Member was = host(before, Placement.SPREAD, "type-" + key);
            Member is = host(after, Placement.SPREAD, "type-" + key);
            if (!is.equals(was)) {
                assertThat(is).isEqualTo(newcomer);
                moved++;
            }
        }
        // A fifth, give or take five standard deviations.
        double deviation = Math.sqrt(KEYS * 0.2 * 0.8);
        assertThat((double) moved).isBetween(KEYS * 0.2 - 5 * deviation, KEYS * 0.2 + 5 * deviation);
    }

    @Test
    @DisplayName("spread does not depend on addresses or join orders, which differ between views")
    void identityOnly() {
        List<Member> here = List.of(member(1, 1, 1, new UUID(5, 1)), member(2, 2, 2, new UUID(5, 2)));
        List<Member> there = List.of(member(9, 9, 9, new UUID(5, 1)), member(8, 8, 8, new UUID(5, 2)));
        for (int key = 0; key < 100; key++) {
            assertThat(host(here, Placement.SPREAD, "type-" + key).id())
                    .isEqualTo(host(there, Placement.SPREAD, "type-" + key).id());
        }
    }
}
