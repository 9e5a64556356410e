package dev.singleton.it;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;

/** A member of another application in the same cluster, in a JVM that has Hazelcast and not this library. */
final class Stranger {

    private Stranger() {}

    /** Arguments: as those of {@link TestNode}. Ends when standard input does. */
    public static void main(String[] args) throws IOException {
        Config config = new Config().setClusterName(args[1]);
        config.setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.partition.count", "31")
                .setProperty("hazelcast.heartbeat.interval.seconds", "1")
                .setProperty("hazelcast.max.no.heartbeat.seconds", "5");
        config.getJetConfig().setEnabled(false);
        AdvancedNetworkConfig network = config.getAdvancedNetworkConfig().setEnabled(true);
        ServerSocketEndpointConfig endpoint = new ServerSocketEndpointConfig().setPort(Integer.parseInt(args[3]));
        endpoint.getInterfaces().setEnabled(true).addInterface(args[2]);
        network.setMemberEndpointConfig(endpoint);
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        TcpIpConfig tcp = network.getJoin().getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(1);
        for (String address : args[4].split(",", -1)) {
            tcp.addMember(address);
        }
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        System.out.println(System.nanoTime() + "\tREADY");
        while (System.in.read() >= 0) {
            // No command is known.
        }
        member.getLifecycleService().terminate();
    }
}
