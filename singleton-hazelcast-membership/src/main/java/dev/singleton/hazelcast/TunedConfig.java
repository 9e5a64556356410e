package dev.singleton.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.config.TcpIpConfig;
import java.util.List;

/**
 * The configuration of a member that serves singletons.
 *
 * @param port the fixed one, or 0 for the first free one
 */
record TunedConfig(String clusterName, String bindAddress, int port, List<String> members) {

    Config toConfig() {
        Config config = new Config().setClusterName(clusterName);
        quiet(config);
        fast(config);
        config.getAdvancedNetworkConfig().setEnabled(true);
        listen(config);
        join(config.getAdvancedNetworkConfig().getJoin());
        return config;
    }

    private static void quiet(Config config) {
        config.setProperty("hazelcast.phone.home.enabled", "false");
        // The application's end is known to whoever started the member; a hook would race with it.
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.getJetConfig().setEnabled(false);
        config.getMetricsConfig().setEnabled(false);
    }

    private static void fast(Config config) {
        // A dead peer is removed after 5 s instead of 60; halves of a split cluster merge after 10 s instead of 300.
        config.setProperty("hazelcast.heartbeat.interval.seconds", "1")
                .setProperty("hazelcast.max.no.heartbeat.seconds", "5")
                .setProperty("hazelcast.merge.first.run.delay.seconds", "10")
                .setProperty("hazelcast.merge.next.run.delay.seconds", "10")
                // Members are few: joining need not gather them for 5 s.
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.max.wait.seconds.before.join", "0")
                .setProperty("hazelcast.graceful.shutdown.max.wait", "20")
                // Singletons keep no data in Hazelcast; fewer partitions start and migrate faster.
                .setProperty("hazelcast.partition.count", "31");
    }

    private void listen(Config config) {
        boolean any = bindAddress.equals("0.0.0.0") || bindAddress.equals("::");
        ServerSocketEndpointConfig endpoint = new ServerSocketEndpointConfig()
                .setPort(port > 0 ? port : EmbeddedMember.FIRST_PORT)
                .setPortAutoIncrement(port == 0)
                .setPortCount(EmbeddedMember.PORTS)
                .setReuseAddress(true);
        if (!any) {
            endpoint.getInterfaces().setEnabled(true).addInterface(bindAddress);
            // Else Hazelcast listens at all addresses of the machine, whichever it tells the others.
            config.setProperty("hazelcast.socket.server.bind.any", "false");
        }
        // The member end point and no other: there is no port for clients, whose protocol is the larger target.
        config.getAdvancedNetworkConfig().setMemberEndpointConfig(endpoint);
    }

    private void join(JoinConfig join) {
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        // The connection time-out is also the least time of a start at once with others; the default is 5 s.
        TcpIpConfig tcp = join.getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(1);
        if (members.isEmpty()) {
            addAllPorts(tcp, bindAddress);
        } else {
            members.forEach(member -> add(tcp, member));
        }
    }

    private void add(TcpIpConfig tcp, String member) {
        boolean withPort = member.matches(".*]:\\d+|[^:]*:\\d+");
        if (withPort) {
            tcp.addMember(member);
        } else {
            addAllPorts(tcp, member);
        }
    }

    private void addAllPorts(TcpIpConfig tcp, String host) {
        String bracketed = host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
        for (int i = 0; i < EmbeddedMember.PORTS; i++) {
            tcp.addMember(bracketed + ":" + (EmbeddedMember.FIRST_PORT + i));
        }
        if (port > 0
                && (port < EmbeddedMember.FIRST_PORT || port >= EmbeddedMember.FIRST_PORT + EmbeddedMember.PORTS)) {
            tcp.addMember(bracketed + ":" + port);
        }
    }
}
