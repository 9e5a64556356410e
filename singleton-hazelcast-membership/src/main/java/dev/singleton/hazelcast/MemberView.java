package dev.singleton.hazelcast;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One version of Hazelcast's member list in our words. Immutable. */
final class MemberView {

    /** The member attribute with the roles, comma separated. */
    static final String ROLES = "dev.singleton.roles";

    static final MemberView NOT_JOINED = new MemberView(Set.of());

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final Set<Member> source;
    private final List<Membership.Member> members;
    private final Map<UUID, NodeId> ids;

    private MemberView(Set<Member> source) {
        this.source = source;
        List<Membership.Member> list = new ArrayList<>(source.size());
        Map<UUID, NodeId> byUuid = new LinkedHashMap<>();
        for (Member member : source) {
            NodeId id = idOf(member);
            byUuid.put(id.uuid(), id);
            list.add(new Membership.Member(id, rolesOf(member), list.size(), Membership.Status.JOINED));
        }
        this.members = List.copyOf(list);
        this.ids = Map.copyOf(byUuid);
    }

    /** The view of this set; the old one when it is of the very same set, which Hazelcast replaces at each change. */
    static MemberView of(Set<Member> source, MemberView old) {
        return old.source == source ? old : new MemberView(source);
    }

    List<Membership.Member> members() {
        return members;
    }

    Set<UUID> uuids() {
        return ids.keySet();
    }

    @Nullable
    NodeId idOf(UUID uuid) {
        return ids.get(uuid);
    }

    static NodeId idOf(Member member) {
        return new NodeId(member.getUuid(), socketAddress(member.getAddress()));
    }

    /** Never asks a name server: that could block, and give other answers on other nodes. */
    private static InetSocketAddress socketAddress(Address address) {
        String host = address.getHost();
        if (!IPV4.matcher(host).matches() && host.indexOf(':') < 0) {
            return InetSocketAddress.createUnresolved(host, address.getPort());
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), address.getPort());
        } catch (UnknownHostException notANumber) {
            return InetSocketAddress.createUnresolved(host, address.getPort());
        }
    }

    private static Set<String> rolesOf(Member member) {
        Set<String> roles = new TreeSet<>();
        String attribute = member.getAttribute(ROLES);
        if (attribute != null) {
            for (String role : attribute.split(",", -1)) {
                if (!role.isBlank()) {
                    roles.add(role.strip());
                }
            }
        }
        return roles;
    }
}
