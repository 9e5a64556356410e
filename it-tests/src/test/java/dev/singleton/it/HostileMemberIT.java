package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.it.Mallory.Manner;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A member that has the library and misuses it")
@Timeout(3600)
class HostileMemberIT {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 50;
    /** Without leases; with leases a tenth. {@code -Dhostile.frames=20000000} for a night. */
    private static final int FRAMES = Integer.getInteger("hostile.frames", 1_000_000);

    private static final long SEED = Long.getLong("hostile.seed", 4711);

    /** A machine that stands still for some seconds must not look like a member that does. */
    private static NodeSettings patient(NodeSettings settings) {
        return new NodeSettings(
                Map.of("hazelcast.max.no.heartbeat.seconds", "60"), settings.roles(), settings.cp(), settings.listed());
    }

    @Test
    @DisplayName("names classes that would report themselves if they came to life")
    void trapsGoOff() throws Exception {
        Trap trap = new Trap();
        int made = Alarm.rings();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(trap);
        assertThat(new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject())
                .isInstanceOf(Trap.class);
        assertThat(Alarm.rings()).isGreaterThan(made);
    }

    @Test
    @DisplayName(
            "sends a million frames that it should not, and sorts last: the instance, the threads, the memory, the log"
                    + " and the traffic of the others stay as they were, and no class that it names has run")
    void million() {
        String name = "hostile";
        try (Cluster cluster = new Cluster(name, new Loopback(), patient(NodeSettings.plain()), Spec.of(COUNTER))) {
            cluster.startThree();
            cluster.trafficFromAll(COUNTER, PER_SECOND);
            cluster.awaitFlow(COUNTER, 20);
            Siege siege = new Siege(cluster, name, COUNTER, "n4");

            siege.everything(FRAMES, SEED, "n1");
            siege.behave();
            cluster.awaitHost(COUNTER, "n1");
            cluster.awaitFlow(COUNTER, 20);
            siege.assertUnharmed();
            assertThat(siege.log("n1")).as("it was listened to").contains("changes its settings again and again");
            assertThat(siege.honest().moves()).containsExactly("n1#1 started");

            cluster.removeStranger(siege.mallory());
            cluster.leave("n1");
            cluster.awaitHost(COUNTER, "n2");
            cluster.awaitFlow(COUNTER, 20);
            var unused = cluster.quiet(COUNTER);
            Census census = siege.honest();
            census.assertFlawless();
            assertThat(census.moves()).containsExactly("n1#1 started", "n1#1 stopped", "n2#1 started");
        }
    }

    @Test
    @DisplayName("the same under leases: none is lost, and one instance is there from the beginning to the end")
    void leased() {
        String name = "hostileLeased";
        try (LeasedCluster cluster =
                LeasedCluster.ofThree(name, patient(NodeSettings.withLeases()), Spec.leased(COUNTER))) {
            cluster.trafficFromAll(COUNTER, PER_SECOND);
            cluster.awaitFlow(COUNTER, 20);
            Siege siege = new Siege(cluster, name, COUNTER, "n4");

            siege.everything(FRAMES / 10, SEED + 1, "n1");
            siege.behave();
            cluster.awaitHost(COUNTER, "n1");
            cluster.awaitFlow(COUNTER, 20);
            siege.assertUnharmed();
            cluster.removeStranger(siege.mallory());
            var unused = cluster.quiet(COUNTER);
            Census census = siege.honest();
            census.assertFlawless();
            assertThat(census.moves()).containsExactly("n1#1 started");
            assertThat(census.of(Event.Kind.LEASE_LOST)).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "wishes the singleton anew in a loop: it is made anew in a row, one after the other, and no message is lost,"
                    + " repeated or reordered")
    void wishes() {
        String name = "hostileWishes";
        try (Cluster cluster = new Cluster(name, new Loopback(), patient(NodeSettings.plain()), Spec.of(COUNTER))) {
            cluster.startThree();
            cluster.trafficFromAll(COUNTER, PER_SECOND);
            cluster.awaitFlow(COUNTER, 20);
            Siege siege = new Siege(cluster, name, COUNTER, "n4");

            siege.send(Mischief.WISHES, 30_000, SEED);
            cluster.awaitHost(COUNTER, "n1");
            siege.behave();
            siege.assertUnharmed();
            var unused = cluster.quiet(COUNTER);
            Census census = siege.honest();
            census.assertFlawless();
            assertThat(census.moves()).allMatch(move -> move.startsWith("n1#1 "));
        }
    }

    @Test
    @DisplayName(
            "sorts first and plays the host: what it refuses goes a few hops and becomes a dead letter, what it asks for"
                    + " is granted, and when it is gone one of the others hosts")
    void first() {
        String name = "hostileFirst";
        try (Cluster cluster = new Cluster(name, new Loopback(), patient(NodeSettings.plain()), Spec.of(COUNTER))) {
            cluster.start("n2");
            cluster.start("n3", "n4");
            cluster.awaitHost(COUNTER, "n2");
            cluster.trafficFromAll(COUNTER, PER_SECOND);
            cluster.awaitFlow(COUNTER, 20);
            Siege siege = new Siege(cluster, name, COUNTER, "n1");

            siege.mallory().obey("manner", Manner.DECLINES.name());
            siege.send(Mischief.STAND_DOWNS, 30, SEED);
            cluster.timeLine.await("the end of the instance", 0, event -> event.is(Event.Kind.STOPPED, COUNTER));
            siege.mallory().obey("manner", Manner.SENDS_ELSEWHERE.name());
            long begin = System.nanoTime();
            siege.mallory().obey("say", COUNTER, "UP", "STARTED", "true");
            cluster.timeLine.await("messages that nobody takes", begin, event -> event.is(Event.Kind.DEAD, COUNTER));
            // In circles without a bound it would be as many as the network carries.
            assertThat(siege.heard("Batch")).isLessThan(2_000);

            siege.mallory().obey("manner", Manner.SWALLOWS.name());
            assertThatThrownBy(() -> cluster.node("n3").obey("ask", COUNTER)).hasMessageContaining("cannot be read");
            siege.behave();
            cluster.removeStranger(siege.mallory());
            cluster.awaitHost(COUNTER, "n2");
            cluster.awaitFlow(COUNTER, 20);
            siege.assertUnharmed();
            var unused = cluster.quiet(COUNTER);
            Census census = siege.honest();
            assertThat(census.repeated()).isEmpty();
            assertThat(census.reordered()).isEmpty();
            assertThat(census.deadYetHandled()).isEmpty();
            assertThat(census.peakInstances()).isEqualTo(1);
            assertThat(List.copyOf(census.deadLetters().values())).contains("HOST_DISAGREEMENT");
            assertThat(census.moves()).startsWith("n2#1 started", "n2#1 stopped", "n2#1 started");
        }
    }
}
