package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A member without a singleton node")
@Timeout(120)
class NoNodeTest {

    private final Cluster cluster = new Cluster();
    private Station anna = null;

    @BeforeEach
    void start() {
        anna = Station.on(cluster.start());
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("refuses each frame at once when it never had one")
    void neverHadOne() throws Exception {
        NodeId bare = idOf(cluster.start());
        anna.awaitMembers(2);
        anna.send(bare, "one");
        anna.send(bare, "two");
        expectRefused(bare, "one", "two");
    }

    @Test
    @DisplayName("refuses frames from the moment when it was closed, and has taken every one before")
    void closed() throws Exception {
        Station bert = Station.on(cluster.start());
        anna.awaitMembers(2);
        int frames = 20_000;
        anna.send(bert.self(), "frame 0");
        assertThat(Station.next(bert.received).text()).isEqualTo("frame 0");
        Thread flood = new Thread(() -> {
            for (int i = 1; i < frames; i++) {
                anna.send(bert.self(), "frame " + i);
            }
        });
        flood.start();
        assertThat(Station.next(bert.received).text()).isEqualTo("frame 1");
        bert.close();
        int taken = 2 + bert.received.size();
        flood.join();
        for (int i = taken; i < frames; i++) {
            assertThat(Station.next(anna.refused).text()).isEqualTo("frame " + i);
        }
        assertThat(bert.received).hasSize(taken - 2);
    }

    @Test
    @DisplayName("refuses when it does not even have the library, at first by its error and then without being asked")
    void withoutTheLibrary() throws Exception {
        Config config = cluster.config();
        config.setClassLoader(new WithoutTheLibrary());
        NodeId stranger = idOf(cluster.start(config));
        anna.awaitMembers(2);
        anna.send(stranger, "one");
        anna.send(stranger, "two");
        expectRefused(stranger, "one", "two");
        anna.send(stranger, "three");
        assertThat(anna.refused.remove().text()).isEqualTo("three");
        assertThat(anna.counted(Counters.Count.SENT)).isZero();
    }

    @Test
    @DisplayName("takes frames once it has one")
    void laterOne() throws Exception {
        HazelcastInstance late = cluster.start();
        anna.awaitMembers(2);
        anna.send(idOf(late), "early");
        expectRefused(idOf(late), "early");
        Station bert = Station.on(late);
        anna.send(bert.self(), "now");
        assertThat(Station.next(bert.received).text()).isEqualTo("now");
    }

    private void expectRefused(NodeId by, String... texts) throws InterruptedException {
        for (String text : texts) {
            Station.Frame frame = Station.next(anna.refused);
            assertThat(frame.text()).isEqualTo(text);
            assertThat(frame.peer()).isEqualTo(by);
        }
    }

    private static NodeId idOf(HazelcastInstance member) {
        return MemberView.idOf(member.getCluster().getLocalMember());
    }
}
