package dev.singleton.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("When two halves of a cluster merge")
@Timeout(120)
class MergeTest {

    private final Cluster cluster = new Cluster();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("the smaller half first stops, then comes back as a new member; frames flow between all")
    void merge() throws Exception {
        int annasPort = Cluster.freePort();
        // Carl looks for Anna, who is not there yet, so he founds a cluster; Anna does not look for him and founds
        // another.
        HazelcastInstance carlsMember = cluster.start(cluster.config(Cluster.freePort(), annasPort));
        Station carl = Station.on(carlsMember, new Bounds(Duration.ofHours(1), Duration.ofHours(1)));
        NodeId former = carl.self();
        Station anna = Station.on(cluster.start(cluster.config(annasPort, annasPort)));
        Station bert = Station.on(cluster.start(cluster.config(Cluster.freePort(), annasPort)));
        anna.awaitMembers(2);

        carl.awaitTold("merging");
        assertThat(carl.members()).containsExactly(former);
        assertThat(anna.members()).hasSize(2);

        carl.mayMerge.complete(null);
        carl.awaitTold("merged");
        assertThat(carl.self()).isNotEqualTo(former);
        assertThat(carl.members()).containsExactly(anna.self(), bert.self(), carl.self());

        anna.awaitMembers(3);
        bert.send(carl.self(), "welcome");
        assertThat(Station.next(carl.received).peer()).isEqualTo(bert.self());
        carl.send(anna.self(), "thank you");
        assertThat(Station.next(anna.received).peer()).isEqualTo(carl.self());
        assertThat(anna.told).doesNotContain("merging", "merged");
    }
}
