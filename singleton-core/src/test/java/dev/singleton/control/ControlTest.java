package dev.singleton.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.StopReason;
import dev.singleton.manager.Access;
import dev.singleton.manager.Settings;
import dev.singleton.manager.Timer;
import dev.singleton.proxy.Route;
import dev.singleton.spi.Membership;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Announce;
import dev.singleton.wire.Frame.Announced;
import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.KeyEntry;
import dev.singleton.wire.Frame.NodeStatus;
import dev.singleton.wire.Frame.Stance;
import dev.singleton.wire.Frame.StandDown;
import dev.singleton.wire.Frame.Terms;
import dev.singleton.wire.Payload;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The control path of a node")
class ControlTest {

    private static final NodeId A = node(1);
    private static final NodeId B = node(2);

    private final List<String> happened = new ArrayList<>();
    private final List<Frame> sent = new ArrayList<>();
    private Optional<NodeId> owner = Optional.empty();
    private final Control a = new Control(A, 5, Set.of(), new Notebook());

    private static NodeId node(int number) {
        return new NodeId(new UUID(0, number), InetSocketAddress.createUnresolved("host-" + number, 5701));
    }

    private void sees(NodeId self, NodeId... members) {
        List<Membership.Member> list = new ArrayList<>();
        for (NodeId member : members) {
            list.add(new Membership.Member(member, Set.of(), list.size(), Membership.Status.JOINED));
        }
        a.members(self, list);
    }

    private static Terms terms(int quorum) {
        return new Terms("Job", "", Optional.of(new HostTerms("address", quorum, "", List.of())));
    }

    private static Announce hosting(long incarnation) {
        return new Announce(
                incarnation,
                0,
                3,
                NodeStatus.UP,
                List.of(),
                List.of(new KeyEntry("jobs", Stance.STARTED, true, terms(0))));
    }

    private void start(int quorum) {
        a.start("jobs", terms(quorum), new Settings("jobs", Duration.ofSeconds(10), true));
    }

    private void bHosts() {
        sees(A, A, B);
        a.reference("jobs", new Terms("Job", "", Optional.empty()), false);
        a.up();
        a.received(B, hosting(1));
        assertThat(owner).contains(B);
    }

    @Test
    @DisplayName("does not forget what a member said because of a refusal that may be older: it asks")
    void lateRefusal() {
        bHosts();
        sent.clear();
        a.refused(B, new StandDown("jobs", 1));
        assertThat(owner).contains(B);
        assertThat(sent).contains(new Announced(1, -1));
        a.received(B, hosting(1));
        a.refused(B, new StandDown("jobs", 1));
        assertThat(owner).as("it spoke, and is asked again").contains(B);
    }

    @Test
    @DisplayName("takes a member that refuses the question too for one without a node")
    void absent() {
        bHosts();
        a.refused(B, new StandDown("jobs", 1));
        a.refused(B, new Announced(1, -1));
        assertThat(owner).isEmpty();
    }

    @Test
    @DisplayName("says everything again when it is asked what it is")
    void sayEverything() {
        bHosts();
        a.received(B, new Announced(5, 100));
        sent.clear();
        a.received(B, new Announced(5, -1));
        assertThat(sent).anySatisfy(frame -> {
            assertThat(frame).isInstanceOf(Announce.class);
            assertThat(((Announce) frame).base()).isZero();
        });
    }

    @Test
    @DisplayName(
            "need not leave the first instance to others when it comes first, or when another is granted leases already")
    void isAwaited() {
        NodeId c = node(3);
        sees(B, A, B, c);
        a.up();
        a.start("jobs", terms(0), new Settings("jobs", Duration.ofSeconds(10), true), false);
        assertThat(a.isAwaited("jobs")).as("nobody before it is known").isTrue();
        a.received(A, stands(Stance.WAITING, 1));
        a.received(c, stands(Stance.WAITING, 1));
        assertThat(a.isAwaited("jobs")).as("one before it waits too").isFalse();
        a.received(c, stands(Stance.STARTED, 2));
        assertThat(a.isAwaited("jobs")).as("one behind it is granted leases").isTrue();
        a.received(c, stands(Stance.OUT, 3));
        assertThat(a.isAwaited("jobs"))
                .as("that one does not want to host any more")
                .isFalse();
        a.received(A, stands(Stance.OUT, 2));
        assertThat(a.isAwaited("jobs")).as("it comes first").isTrue();
    }

    private static Announce stands(Stance stance, long version) {
        return new Announce(
                1,
                version - 1,
                version,
                NodeStatus.UP,
                List.of(),
                List.of(new KeyEntry("jobs", stance, false, terms(0))));
    }

    @Test
    @DisplayName("changes the routes before it tells that a member is gone")
    void routesFirst() {
        bHosts();
        happened.clear();
        sees(A, A);
        assertThat(happened).anyMatch(line -> line.startsWith("route")).contains("gone " + B);
        assertThat(happened.indexOf("gone " + B)).isEqualTo(happened.size() - 1);
    }

    @Test
    @DisplayName("under a new identity is a stranger to all: everybody is gone, and is told everything")
    void newIdentity() {
        bHosts();
        a.received(B, new Announced(5, 4));
        happened.clear();
        sent.clear();
        NodeId reborn = node(9);
        a.merging();
        sees(reborn, B, reborn);
        a.merged();
        assertThat(happened).contains("gone " + B);
        assertThat(sent)
                .anySatisfy(frame -> assertThat(frame)
                        .isInstanceOfSatisfying(
                                Announce.class,
                                announce -> assertThat(announce.base()).isZero()));
    }

    @Test
    @DisplayName("tells when a new life of a node speaks on a member, and not for the first one")
    void newLife() {
        bHosts();
        assertThat(happened).doesNotContain("reborn " + B);
        a.received(B, hosting(2));
        assertThat(happened).contains("reborn " + B);
    }

    @Test
    @DisplayName("tells once when a member knows this life")
    void introduced() {
        bHosts();
        a.received(B, new Announced(4, 1));
        assertThat(happened).as("that was an earlier life").doesNotContain("introduced " + B);
        a.received(B, new Announced(5, 1));
        a.received(B, new Announced(5, 2));
        assertThat(happened).containsOnlyOnce("introduced " + B);
    }

    @Test
    @DisplayName("hosts a singleton that it had only referenced when it is started, also after it was up")
    void startAfterUp() {
        sees(A, A);
        a.reference("jobs", new Terms("Job", "", Optional.empty()), false);
        a.up();
        assertThat(happened).doesNotContain("start");
        start(0);
        assertThat(happened).contains("start");
    }

    @Test
    @DisplayName("but not below the quorum that the start brings with it")
    void quorumOfTheStart() {
        sees(A, A);
        a.reference("jobs", new Terms("Job", "", Optional.empty()), false);
        a.up();
        start(2);
        assertThat(happened).doesNotContain("start");
    }

    private final class Notebook implements ControlPort {
        @Override
        public void send(NodeId to, Frame frame) {
            sent.add(frame);
        }

        @Override
        public void arm(String typeName, Timer timer, long ticket, Duration delay) {}

        @Override
        public void cancel(String typeName, Timer timer) {}

        @Override
        public void armResend(Duration delay) {}

        @Override
        public void acquireLease(String typeName, long attempt) {
            happened.add("acquire " + typeName);
        }

        @Override
        public void releaseLease(String typeName) {
            happened.add("release " + typeName);
        }

        @Override
        public void startInstance(String typeName, Optional<Payload> warm) {
            happened.add("start");
        }

        @Override
        public void stopInstance(String typeName, StopReason reason) {
            happened.add("stop " + reason);
        }

        @Override
        public void access(String typeName, Access access) {}

        @Override
        public void route(String typeName, Route route) {
            happened.add("route " + route);
        }

        @Override
        public void snapshot(String typeName, Snapshot snapshot) {
            owner = snapshot.owner();
        }

        @Override
        public void gone(NodeId member) {
            happened.add("gone " + member);
        }

        @Override
        public void reborn(NodeId member) {
            happened.add("reborn " + member);
        }

        @Override
        public void introduced(NodeId member) {
            happened.add("introduced " + member);
        }

        @Override
        public void notice(String typeName, Notice notice) {}

        @Override
        public void dropped(NodeId from, String why) {}

        @Override
        public void restarted(long requestId, String error) {}
    }
}
