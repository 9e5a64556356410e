package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.BuildInfoProvider;
import com.hazelcast.instance.EndpointQualifier;
import dev.singleton.SingletonConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A member of our own")
@Timeout(120)
class EmbeddedMemberTest {

    private final String name = "test-" + UUID.randomUUID();
    private final List<HazelcastInstance> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(member -> member.getLifecycleService().terminate());
    }

    private HazelcastInstance start(EmbeddedMember member) {
        HazelcastInstance instance = member.start();
        started.add(instance);
        return instance;
    }

    @Test
    @DisplayName("finds the others of its name on this machine with nothing but that name, on loopback only")
    void nothingConfigured() {
        HazelcastInstance first = start(EmbeddedMember.builder().clusterName(name));
        HazelcastInstance second =
                start(EmbeddedMember.builder().clusterName(name).roles(List.of("backend")));
        assertThat(second.getCluster().getMembers()).hasSize(2).allSatisfy(member -> {
            assertThat(member.getAddress().getHost()).isEqualTo("127.0.0.1");
            assertThat(member.getAddress().getPort())
                    .isBetween(EmbeddedMember.FIRST_PORT, EmbeddedMember.FIRST_PORT + EmbeddedMember.PORTS - 1);
        });
        assertThat(second.getCluster().getLocalMember().getAttribute(MemberView.ROLES))
                .isEqualTo("backend");
        assertThat(first.getCluster().getLocalMember().getAddressMap()).containsOnlyKeys(EndpointQualifier.MEMBER);
    }

    @Test
    @DisplayName("listens at its address, and at no other one of this machine")
    void nowhereElse() throws IOException {
        int port = start(EmbeddedMember.builder().clusterName(name))
                .getCluster()
                .getLocalMember()
                .getAddress()
                .getPort();
        try (Socket itself = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
            assertThat(itself.isConnected()).isTrue();
        }
        // As good as any other address: all of 127.0.0.0/8 is this machine, on Linux.
        InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        assertThatThrownBy(() -> new Socket(other, port).close()).isInstanceOf(SocketException.class);
    }

    @Test
    @DisplayName("starts with what its configuration is given last")
    void customized() {
        EmbeddedMember member = EmbeddedMember.builder()
                .clusterName(name)
                .customize(config -> config.setProperty("hazelcast.max.no.heartbeat.seconds", "7"))
                .customize(config -> config.getCPSubsystemConfig().setSessionTimeToLiveSeconds(17));
        assertThat(member.toConfig().getProperty("hazelcast.max.no.heartbeat.seconds"))
                .isEqualTo("7");
        assertThat(member.toConfig().getCPSubsystemConfig().getSessionTimeToLiveSeconds())
                .isEqualTo(17);
    }

    @Test
    @DisplayName("says, in a version without CP Subsystem, which version has one")
    void noCpSubsystem() {
        assumeThat(BuildInfoProvider.getBuildInfo().getVersion()).matches("5\\.([5-9]|\\d\\d).*");
        EmbeddedMember member = EmbeddedMember.builder()
                .clusterName(name)
                .customize(config -> config.getCPSubsystemConfig().setCPMemberCount(3));
        assertThatThrownBy(() -> start(member))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContainingAll("CP Subsystem", "Hazelcast 5.", "Use Hazelcast 5.4.0 or 5.3.8");
    }

    @Test
    @DisplayName("finds the others at the ports that it is told")
    void fixedPorts() {
        int one = Cluster.freePort();
        int two = Cluster.freePort();
        List<String> both = List.of("127.0.0.1:" + one, "127.0.0.1:" + two);
        start(EmbeddedMember.builder().clusterName(name).port(one).members(both));
        HazelcastInstance second =
                start(EmbeddedMember.builder().clusterName(name).port(two).members(both));
        assertThat(second.getCluster().getMembers())
                .extracting(member -> member.getAddress().getPort())
                .containsExactly(one, two);
    }

    @Test
    @DisplayName("says which port is in use, and what to do")
    void portInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            EmbeddedMember member = EmbeddedMember.builder().clusterName(name).port(taken.getLocalPort());
            assertThatThrownBy(() -> start(member))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessage("The Hazelcast member cannot listen at 127.0.0.1, port " + taken.getLocalPort()
                            + ": in use. End the program that listens there, name another port, or name none and the"
                            + " first free one from 5701 is taken");
        }
    }

    @Test
    @DisplayName("says when the address is not one of this machine")
    void foreignAddress() {
        EmbeddedMember member = EmbeddedMember.builder().clusterName(name).bindAddress("192.0.2.1");
        assertThatThrownBy(() -> start(member))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining("192.0.2.1")
                .hasMessageContaining("this machine has no such address");
    }

    @Test
    @DisplayName("is made from the application's own configuration, from the class path or a file")
    void ownConfiguration(@TempDir Path directory) throws Exception {
        Path xml = directory.resolve("hz.xml");
        Files.writeString(xml, """
                <hazelcast xmlns="http://www.hazelcast.com/schema/config">
                  <cluster-name>from-xml</cluster-name>
                </hazelcast>
                """);
        assertThat(EmbeddedMember.builder().config(xml.toString()).toConfig().getClusterName())
                .isEqualTo("from-xml");
        assertThat(EmbeddedMember.builder()
                        .config(xml.toUri().toString())
                        .toConfig()
                        .getClusterName())
                .isEqualTo("from-xml");
        Config yaml = EmbeddedMember.builder()
                .config("classpath:embedded-member-test.yaml")
                .roles(List.of("backend"))
                .toConfig();
        assertThat(yaml.getClusterName()).isEqualTo("from-yaml");
        assertThat(yaml.getMemberAttributeConfig().getAttribute(MemberView.ROLES))
                .isEqualTo("backend");
    }

    @Test
    @DisplayName("says what is wrong with a configuration that cannot be loaded")
    void unusableConfiguration(@TempDir Path directory) throws Exception {
        Path broken = Files.writeString(directory.resolve("hz.yaml"), "hazelcast:\n  no-such-thing: 1\n");
        expectFault(
                EmbeddedMember.builder().config("classpath:nowhere.yaml"), "'classpath:nowhere.yaml' cannot be read");
        expectFault(EmbeddedMember.builder().config("/nowhere/hz.xml"), "'/nowhere/hz.xml' cannot be read");
        expectFault(EmbeddedMember.builder().config("hz.json"), "it must end with .xml, .yaml or .yml");
        expectFault(EmbeddedMember.builder().config(broken.toString()), "is not valid");
    }

    @Test
    @DisplayName("refuses settings that contradict each other or are none")
    void contradictions() {
        expectFault(
                EmbeddedMember.builder().config(new Config()).port(5701).clusterName("x"),
                "beside it [port, cluster name]: put these into that configuration, or leave it out");
        expectFault(EmbeddedMember.builder().config(new Config()).config("hz.xml"), "give one of them");
        assertThatThrownBy(() -> EmbeddedMember.builder().port(70_000)).hasMessageContaining("from 1 to 65535");
        assertThatThrownBy(() -> EmbeddedMember.builder().clusterName(" ")).hasMessageContaining("is empty");
    }

    private static void expectFault(EmbeddedMember member, String text) {
        assertThatThrownBy(member::toConfig)
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining(text);
    }
}
