package dev.singleton.hazelcast;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Members in this JVM, on loopback, under a name of their own; terminated at the end of the test. */
final class Cluster implements AutoCloseable {

    private final String name = "test-" + UUID.randomUUID();
    private final List<HazelcastInstance> started = new ArrayList<>();
    private final int seed = freePort();

    /** The first member starts at a port that all others know. */
    HazelcastInstance start() {
        return start(config());
    }

    HazelcastInstance start(Config config) {
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        started.add(member);
        return member;
    }

    Config config() {
        return config(started.isEmpty() ? seed : freePort(), seed);
    }

    Config config(int port, int... known) {
        Config config = new Config().setClusterName(name);
        config.setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.logging.type", "jdk")
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.max.wait.seconds.before.join", "0")
                .setProperty("hazelcast.heartbeat.interval.seconds", "1")
                .setProperty("hazelcast.max.no.heartbeat.seconds", "5")
                .setProperty("hazelcast.merge.first.run.delay.seconds", "1")
                .setProperty("hazelcast.merge.next.run.delay.seconds", "1")
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
        endpoint.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        network.setMemberEndpointConfig(endpoint);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(1);
        for (int member : known) {
            join.getTcpIpConfig().addMember("127.0.0.1:" + member);
        }
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
        started.forEach(member -> member.getLifecycleService().terminate());
    }
}
