package dev.singleton.it.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("On Quarkus")
class QuarkusIT {

    private final String cluster = "quarkus-" + UUID.randomUUID();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Integer> ports = ports(6);

    @AfterEach
    void end() {
        nodes.forEach(Node::close);
    }

    @Test
    void threeNodesKeepOneSchedulerThatMovesWithItsJobsWhenItsHostStops() throws Exception {
        Node one = start(0);
        one.await("/q/health/ready", text -> text.contains("\"job-scheduler.state\": \"hosting\""));
        Node two = start(1);
        Node three = start(2);
        for (Node node : List.of(two, three)) {
            node.await(
                    "/q/health/ready", text -> text.contains("\"status\": \"UP\"") && text.contains("job-scheduler"));
        }
        one.post("/jobs/a");
        two.await("/jobs", text -> text.contains("\"jobs\":[\"a\"]"));
        two.post("/jobs/b");
        three.await("/jobs", text -> text.contains("\"jobs\":[\"a\",\"b\"]"));
        three.post("/jobs/c");
        String report = one.await("/jobs", text -> text.contains("[\"a\",\"b\",\"c\"]"));
        assertThat(report).contains("\"applicationsClassLoader\":true", "\"usesOfRequest\":1");
        assertThat(one.get("/jobs/owner")).startsWith("true HOSTING").endsWith("calls, 1 starts");
        assertThat(two.get("/jobs/owner")).startsWith("false").endsWith("0 calls, 0 starts");

        one.stop();
        two.await("/jobs", text -> text.contains("[\"a\",\"b\",\"c\"]"));
        assertThat(two.get("/jobs/owner")).startsWith("true HOSTING");
        assertThat(three.get("/jobs/owner")).startsWith("false");
    }

    @Test
    void aBadSettingStopsTheStartAndSaysAllOfIt() throws Exception {
        Node one = start(0, "singleton.type.job-scheduler.ask-timeout=soon", "singleton.default.quorum=many");
        assertThat(one.awaitEnd()).isNotZero();
        assertThat(Files.readString(one.log()))
                .contains(
                        "2 faults",
                        "singleton.type.job-scheduler.ask-timeout is 'soon'",
                        "singleton.default.quorum is 'many'");
    }

    private Node start(int index, String... settings) throws IOException {
        List<Integer> members = new ArrayList<>(ports.subList(0, 3));
        members.add(0, members.remove(index));
        Node node = Node.start("node-" + (index + 1), cluster, ports.get(3 + index), members, settings);
        nodes.add(node);
        return node;
    }

    /** Free ones, lowest first: the order of addresses says who hosts. */
    private static List<Integer> ports(int number) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < number; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> free =
                    sockets.stream().map(ServerSocket::getLocalPort).sorted().toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return free;
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
