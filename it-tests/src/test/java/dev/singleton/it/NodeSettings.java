package dev.singleton.it;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.hazelcast.EmbeddedMember;
import dev.singleton.lease.cp.CpLeaseProvider;
import dev.singleton.lease.cp.CpLeaseSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a node under test is set up.
 *
 * @param hazelcast properties of Hazelcast that differ from what the embedded member has
 * @param roles of the node
 * @param cp the settings of the lease provider {@code cp}; without it, the node has no CP Subsystem
 * @param listed the addresses of so many nodes, from {@code n1} on, are in its list of members: each of them that is not
 *     there makes a merge take some 5 s longer
 */
record NodeSettings(Map<String, String> hazelcast, List<String> roles, Optional<CpLeaseSettings> cp, int listed) {

    /** As the library sets it up, without a lease. */
    static NodeSettings plain() {
        return new NodeSettings(Map.of(), List.of(), Optional.empty(), Site.MOST);
    }

    /** As the library sets it up, with its defaults for leases. */
    static NodeSettings withLeases() {
        return new NodeSettings(Map.of(), List.of(), Optional.of(CpLeaseSettings.defaults()), Site.MOST);
    }

    /** Without a lease; a member that is silent for so many seconds is removed. */
    static NodeSettings quick(int maxNoHeartbeat) {
        return new NodeSettings(
                Map.of(
                        "hazelcast.max.no.heartbeat.seconds",
                        String.valueOf(maxNoHeartbeat),
                        // Halves that see each other again merge after 2 s instead of 10: tests need not wait.
                        "hazelcast.merge.first.run.delay.seconds",
                        "2",
                        "hazelcast.merge.next.run.delay.seconds",
                        "2"),
                List.of(),
                Optional.empty(),
                Site.MOST);
    }

    NodeSettings withRoles(String... changed) {
        return new NodeSettings(hazelcast, List.of(changed), cp, listed);
    }

    NodeSettings listing(int count) {
        return new NodeSettings(hazelcast, roles, cp, count);
    }

    /**
     * With leases that are free so long after the last sign of life.
     *
     * @param maxNoHeartbeat after how many seconds a silent member is removed; an innocent holder keeps its lease while
     *     the arbiter's leader is cut off only when {@code maxNoHeartbeat + 1 s + heartbeat < ttl - margin}
     */
    static NodeSettings withLeases(Duration ttl, Duration heartbeat, Duration margin, int maxNoHeartbeat) {
        return new NodeSettings(
                quick(maxNoHeartbeat).hazelcast(),
                List.of(),
                Optional.of(CpLeaseSettings.builder()
                        .sessionTtl(ttl)
                        .heartbeat(heartbeat)
                        .margin(margin)
                        .build()),
                Site.MOST);
    }

    /**
     * Starts a member so.
     *
     * @param all the addresses of all that can be
     */
    HazelcastInstance member(String cluster, String host, int port, List<String> all) {
        EmbeddedMember member = EmbeddedMember.builder()
                .clusterName(cluster)
                .bindAddress(host)
                .port(port)
                .members(all.subList(0, listed))
                .roles(roles);
        if (hazelcast.isEmpty() && cp.isEmpty()) {
            return member.start();
        }
        Config config = member.toConfig();
        hazelcast.forEach(config::setProperty);
        cp.ifPresent(lease -> CpLeaseProvider.configure(config, lease));
        return Hazelcast.newHazelcastInstance(config);
    }

    /** With so many members in the CP Subsystem, an odd number. */
    NodeSettings withCpMembers(int count) {
        return new NodeSettings(
                hazelcast,
                roles,
                cp.map(lease -> CpLeaseSettings.builder()
                        .sessionTtl(lease.sessionTtl())
                        .heartbeat(lease.heartbeat())
                        .margin(lease.margin())
                        .memberCount(count)
                        .build()),
                listed);
    }

    /** For {@link #fromWords(List)} in another JVM. */
    List<String> toWords() {
        List<String> words = new ArrayList<>();
        hazelcast.forEach((name, value) -> words.add(name + "=" + value));
        roles.forEach(role -> words.add("role=" + role));
        cp.ifPresent(lease -> words.add("cp=" + lease.sessionTtl() + "," + lease.heartbeat() + "," + lease.margin()
                + "," + lease.memberCount()));
        words.add("listed=" + listed);
        return words;
    }

    static NodeSettings fromWords(List<String> words) {
        Map<String, String> properties = new TreeMap<>();
        List<String> roles = new ArrayList<>();
        Optional<CpLeaseSettings> cp = Optional.empty();
        int listed = Site.MOST;
        for (String word : words) {
            String[] parts = word.split("=", 2);
            if (parts[0].equals("cp")) {
                cp = Optional.of(leases(parts[1].split(",", -1)));
            } else if (parts[0].equals("listed")) {
                listed = Integer.parseInt(parts[1]);
            } else if (parts[0].equals("role")) {
                roles.add(parts[1]);
            } else {
                properties.put(parts[0], parts[1]);
            }
        }
        return new NodeSettings(Map.copyOf(properties), List.copyOf(roles), cp, listed);
    }

    private static CpLeaseSettings leases(String[] words) {
        return CpLeaseSettings.builder()
                .sessionTtl(Duration.parse(words[0]))
                .heartbeat(Duration.parse(words[1]))
                .margin(Duration.parse(words[2]))
                .memberCount(Integer.parseInt(words[3]))
                .build();
    }
}
