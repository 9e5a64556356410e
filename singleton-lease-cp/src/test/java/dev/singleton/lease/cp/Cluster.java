package dev.singleton.lease.cp;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Members of a CP Subsystem in this JVM, on loopback, under a name of their own; terminated at the end of the test. */
final class Cluster implements AutoCloseable {

    private final String name = "test-" + UUID.randomUUID();
    private final List<Integer> ports = new ArrayList<>();
    private final List<HazelcastInstance> started = new ArrayList<>();
    private final UnaryOperator<Config> prepare;

    /** Members that are prepared in this way. */
    Cluster(UnaryOperator<Config> prepare) {
        this.prepare = prepare;
        for (int i = 0; i < 3; i++) {
            ports.add(freePort());
        }
    }

    static Cluster ofThree(CpLeaseSettings settings) {
        Cluster cluster = new Cluster(config -> CpLeaseProvider.configure(config, settings));
        cluster.startAll();
        cluster.started.forEach(Cluster::awaitCpSubsystem);
        return cluster;
    }

    /** While the CP Subsystem forms, a member that leaves makes the others terminate themselves. */
    static void awaitCpSubsystem(HazelcastInstance member) {
        Seat.eventually(
                "the CP Subsystem has formed",
                () -> member.getCPSubsystem().getCPSubsystemManagementService().isDiscoveryCompleted());
    }

    /** Starts all three at once. */
    void startAll() {
        List<CompletableFuture<HazelcastInstance>> starting = ports.stream()
                .map(port -> CompletableFuture.supplyAsync(() -> newMember(port)))
                .toList();
        starting.forEach(member -> started.add(member.join()));
    }

    HazelcastInstance member(int index) {
        return started.get(index);
    }

    /** Starts the member anew, at the same address. */
    HazelcastInstance restart(int index) {
        started.set(index, newMember(ports.get(index)));
        return started.get(index);
    }

    /** Starts the next member. */
    HazelcastInstance startOne() {
        HazelcastInstance member = newMember(ports.get(started.size()));
        started.add(member);
        return member;
    }

    void terminateAll() {
        started.forEach(member -> member.getLifecycleService().terminate());
    }

    static NodeId id(HazelcastInstance member) {
        var self = member.getCluster().getLocalMember();
        return new NodeId(self.getUuid(), self.getSocketAddress());
    }

    private HazelcastInstance newMember(int port) {
        return Hazelcast.newHazelcastInstance(prepare.apply(config(port)));
    }

    private Config config(int port) {
        Config config = config(name, "127.0.0.1", port);
        JoinConfig join = config.getAdvancedNetworkConfig().getJoin();
        ports.forEach(known -> join.getTcpIpConfig().addMember("127.0.0.1:" + known));
        return config;
    }

    /** A small member that finds a dead one within 5 s and knows nobody yet. */
    static Config config(String name, String host, int port) {
        Config config = new Config().setClusterName(name);
        config.setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.logging.type", "jdk")
                .setProperty("hazelcast.graceful.shutdown.max.wait", "20")
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.max.wait.seconds.before.join", "0")
                .setProperty("hazelcast.heartbeat.interval.seconds", "1")
                .setProperty("hazelcast.max.no.heartbeat.seconds", "5")
                .setProperty("hazelcast.partition.count", "11")
                .setProperty("hazelcast.operation.thread.count", "2")
                .setProperty("hazelcast.operation.generic.thread.count", "2")
                .setProperty("hazelcast.event.thread.count", "1");
        config.getJetConfig().setEnabled(false);
        config.getMetricsConfig().setEnabled(false);
        AdvancedNetworkConfig network = config.getAdvancedNetworkConfig().setEnabled(true);
        ServerSocketEndpointConfig endpoint = new ServerSocketEndpointConfig()
                .setPort(port)
                .setPortAutoIncrement(false)
                .setReuseAddress(true);
        endpoint.getInterfaces().setEnabled(true).addInterface(host);
        network.setMemberEndpointConfig(endpoint);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(1);
        return config;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
    }

    @Override
    public void close() {
        terminateAll();
    }
}
