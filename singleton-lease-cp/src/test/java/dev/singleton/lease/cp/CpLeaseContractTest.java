package dev.singleton.lease.cp;

import com.hazelcast.config.Config;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.session.CPSession;
import com.hazelcast.instance.EndpointQualifier;
import dev.singleton.NodeId;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.testkit.LeaseArbiter;
import dev.singleton.testkit.LeaseContractTest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The provider {@code cp} keeps the lease contract: three CP members, and the nodes a, b and c beside them, which can be cut
 * off from all others.
 */
class CpLeaseContractTest extends LeaseContractTest {

    private static final CpLeaseSettings SETTINGS = CpLeaseSettings.builder()
            .sessionTtl(Duration.ofSeconds(3))
            .heartbeat(Duration.ofMillis(500))
            .margin(Duration.ofSeconds(1))
            .operationTimeout(Duration.ofSeconds(3))
            .build();
    private static final List<String> NODES = List.of("x", "y", "z", "a", "b", "c");
    /** Each node's outgoing connections have ports of its own, so that the relays know whose they are. */
    private static final int OUTGOING = 20_000 + new Random().nextInt(100) * 100;

    private static final int OUTGOING_EACH = 15;
    private static final Relay.Cuts CUTS = new Relay.Cuts();
    private static final Map<String, InetSocketAddress> ADDRESSES = new LinkedHashMap<>();
    private static final Map<String, Relay> RELAYS = new LinkedHashMap<>();
    private static final Map<String, HazelcastInstance> MEMBERS = new LinkedHashMap<>();
    private static final CpLeaseProvider PROVIDER = new CpLeaseProvider(SETTINGS);
    private static final String NAME = "test-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        for (String node : NODES) {
            ADDRESSES.put(node, new InetSocketAddress(InetAddress.getLoopbackAddress(), Cluster.freePort()));
            RELAYS.put(node, new Relay(CUTS, node, ADDRESSES.get(node), CpLeaseContractTest::sender));
        }
        startAtOnce(List.of("x", "y", "z"));
        Seat.eventually(
                "the CP Subsystem is there",
                () -> MEMBERS.get("x")
                        .getCPSubsystem()
                        .getCPSubsystemManagementService()
                        .isDiscoveryCompleted());
        startAtOnce(List.of("a", "b", "c"));
    }

    private static String sender(int port) {
        return NODES.get((port - OUTGOING) / OUTGOING_EACH);
    }

    private static void startAtOnce(List<String> nodes) {
        Map<String, CompletableFuture<HazelcastInstance>> starting = new LinkedHashMap<>();
        nodes.forEach(node ->
                starting.put(node, CompletableFuture.supplyAsync(() -> Hazelcast.newHazelcastInstance(config(node)))));
        starting.forEach((node, member) -> MEMBERS.put(node, member.join()));
    }

    private static Config config(String node) {
        InetSocketAddress address = ADDRESSES.get(node);
        Config config = Cluster.config(NAME, "127.0.0.1", address.getPort());
        // A cut is shorter than the time after which a silent member is removed: it is a matter of the lease alone.
        config.setProperty("hazelcast.max.no.heartbeat.seconds", "120");
        ServerSocketEndpointConfig endpoint = (ServerSocketEndpointConfig)
                config.getAdvancedNetworkConfig().getEndpointConfigs().get(EndpointQualifier.MEMBER);
        InetSocketAddress entrance = RELAYS.get(node).address();
        int outgoing = OUTGOING + NODES.indexOf(node) * OUTGOING_EACH;
        endpoint.addOutboundPortDefinition(outgoing + "-" + (outgoing + OUTGOING_EACH - 1));
        endpoint.setPublicAddress("127.0.0.1:" + entrance.getPort());
        for (Relay relay : RELAYS.values()) {
            config.getAdvancedNetworkConfig()
                    .getJoin()
                    .getTcpIpConfig()
                    .addMember(relay.address().getHostString() + ":"
                            + relay.address().getPort());
        }
        return CpLeaseProvider.configure(config, SETTINGS);
    }

    @AfterAll
    static void stop() {
        List<HazelcastInstance> members = new ArrayList<>(MEMBERS.values());
        members.forEach(member -> member.getLifecycleService().terminate());
        RELAYS.values().forEach(Relay::close);
    }

    @Override
    protected LeaseArbiter arbiter() {
        return new LeaseArbiter() {
            @Override
            public LeaseProvider provider(String node) {
                return PROVIDER;
            }

            @Override
            public NodeId nodeId(String node) {
                return Cluster.id(MEMBERS.get(node));
            }

            @Override
            public Duration ttl() {
                return SETTINGS.sessionTtl();
            }

            @Override
            public Duration answersWithin() {
                return SETTINGS.sessionTtl().plus(SETTINGS.operationTimeout()).plusSeconds(3);
            }

            @Override
            public void cutOff(String node) {
                CUTS.cut(node);
            }

            @Override
            public void heal(String node) {
                CUTS.heal(node);
            }

            @Override
            public boolean canUsurp() {
                return true;
            }

            @Override
            public void usurp(String typeName) {
                var sessions = MEMBERS.get("x").getCPSubsystem().getCPSessionManagementService();
                for (CPSession session : Seat.await(sessions.getAllSessions(SETTINGS.group()))) {
                    Seat.await(sessions.forceCloseSession(SETTINGS.group(), session.id()));
                }
            }
        };
    }
}
