package dev.singleton.exploration;

import dev.singleton.NodeId;
import dev.singleton.manager.Settings;
import dev.singleton.spi.Membership;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.Terms;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Who plays: n1, n2 and n3, in placement order, and the arbiter of leases. A set of nodes is a mask of bits. */
final class Cast {

    static final String KEY = "jobs";
    static final int MOST = 3;
    static final int ARBITER = 3;

    private static final List<NodeId> IDS = List.of(id(1), id(2), id(3));
    private static final List<List<Membership.Member>> LISTS = lists();

    private Cast() {}

    private static NodeId id(int number) {
        return new NodeId(new UUID(0, number), InetSocketAddress.createUnresolved("n" + number, 5701));
    }

    static NodeId node(int who) {
        return IDS.get(who);
    }

    static int number(NodeId id) {
        return (int) id.uuid().getLeastSignificantBits() - 1;
    }

    static String name(int who) {
        return who == ARBITER ? "the arbiter" : "n" + (who + 1);
    }

    static String names(int mask) {
        StringBuilder text = new StringBuilder("[");
        for (int who = 0; who < MOST; who++) {
            if ((mask & 1 << who) != 0) {
                text.append(text.length() > 1 ? " " : "").append(name(who));
            }
        }
        return text.append(']').toString();
    }

    static List<Membership.Member> list(int mask) {
        return LISTS.get(mask);
    }

    private static List<List<Membership.Member>> lists() {
        List<List<Membership.Member>> all = new ArrayList<>();
        for (int mask = 0; mask < 1 << MOST; mask++) {
            List<Membership.Member> list = new ArrayList<>();
            for (int who = 0; who < MOST; who++) {
                if ((mask & 1 << who) != 0) {
                    list.add(new Membership.Member(IDS.get(who), Set.of(), who + 1, Membership.Status.JOINED));
                }
            }
            all.add(List.copyOf(list));
        }
        return List.copyOf(all);
    }

    static Terms terms(Scope scope) {
        HostTerms host = new HostTerms("address", scope.quorum(), scope.leased() ? "explored" : "", List.of());
        return new Terms("Job", "", Optional.of(host));
    }

    static Settings settings(Scope scope) {
        Optional<Duration> retry = scope.leased() ? Optional.of(Duration.ofSeconds(5)) : Optional.empty();
        return new Settings(KEY, Duration.ofSeconds(10), true, retry);
    }
}
