package dev.singleton.it.liberty.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.liberty.cluster.Note.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The servers are started once, and each story begins with all of them up and {@code n1} as the host. */
@DisplayName("Three Open Liberty servers with one application")
@Timeout(900)
class ThreeServersIT {

    private static final String COUNTER = "counter";
    private static final String LEDGER = "ledger";
    /** Without a lease, and with one. */
    private static final List<String> BOTH = List.of(COUNTER, LEDGER);

    private static final int PER_SECOND = 30;
    private static final int SOME = 20;
    private static final List<String> OTHERS = List.of("n2", "n3");

    private static GuardedStore store;
    private static Servers servers;
    private static Path version;

    @BeforeAll
    static void makeServers() {
        store = new GuardedStore();
        servers = new Servers(Path.of("target/three-servers"), Map.of(Ledger.STORE, store.address()));
        version = Version.make("three-servers", Map.of());
        Servers.ALL.forEach(node -> servers.put(node, version));
    }

    @AfterAll
    static void end() {
        servers.close();
        store.close();
    }

    @BeforeEach
    void allUpAndN1Hosts() {
        servers.allUp();
        BOTH.forEach(singleton -> servers.awaitHost(singleton, "n1"));
        servers.newStory();
    }

    private static void trafficOfAll() {
        BOTH.forEach(singleton -> traffic(singleton, Servers.ALL));
    }

    private static void traffic(String singleton, List<String> nodes) {
        servers.traffic(singleton, PER_SECOND, nodes);
        servers.awaitFlow(singleton, SOME, nodes);
    }

    private static void awaitHostUnderTraffic(String host, List<String> tellers) {
        for (String singleton : BOTH) {
            servers.awaitHost(singleton, host);
            servers.awaitFlow(singleton, SOME, tellers);
        }
    }

    @Test
    @DisplayName("have one instance: it gets what each server tells, and answers what each server asks")
    void oneInstance() {
        Servers.ALL.forEach(node -> servers.tell(node, COUNTER));
        Story told = servers.quiet(COUNTER);

        assertThat(told.of(Kind.HANDLED).map(Note::sender))
                .containsExactlyInAnyOrderElementsOf(
                        Servers.ALL.stream().map(servers::life).toList());
        assertThat(told.of(Kind.HANDLED).map(Note::life)).containsOnly(servers.life("n1"));
        told.assertFlawless(Set.of());
        String answer = servers.ask("n1", COUNTER);
        assertThat(Servers.ALL)
                .allSatisfy(node -> assertThat(servers.ask(node, COUNTER)).isEqualTo(answer));
    }

    @Test
    @DisplayName("lose, repeat and reorder nothing when the server of the host is stopped under traffic")
    void stopped() {
        trafficOfAll();

        servers.stop("n1");
        awaitHostUnderTraffic("n2", OTHERS);

        BOTH.forEach(singleton -> servers.quiet(singleton).assertFlawless(servers.left()));
    }

    @Test
    @DisplayName(
            "go on when the server of the host is killed: lost is only what it had accepted, nothing is handled twice")
    void killed() {
        String host = servers.life("n1");
        trafficOfAll();

        servers.kill("n1");
        awaitHostUnderTraffic("n2", OTHERS);

        for (String singleton : BOTH) {
            Story story = servers.quiet(singleton);
            story.assertOneWithoutRepetition();
            story.assertOnlyLostWith(host);
            assertThat(story.reordered()).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "under a lease have no second instance with a valid one when the server of the host stands still and goes"
                    + " on, and that one is not ready before it is back in the cluster")
    void paused() {
        String memberBefore = servers.member("n1").split(" ", 2)[0];
        traffic(LEDGER, Servers.ALL);

        servers.pause("n1");
        servers.awaitHost(LEDGER, "n2");
        servers.awaitFlow(LEDGER, SOME, OTHERS);
        servers.resume("n1");
        awaitReadyAsMemberOtherThan(memberBefore);
        servers.awaitUp("n1");
        servers.awaitReady();
        servers.awaitHost(LEDGER, "n1");
        servers.awaitFlow(LEDGER, SOME, Servers.ALL);

        Story story = servers.quiet(LEDGER);
        assertThat(story.handledUnderAnOldLease()).isEmpty();
        assertThat(story.tokens()).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(1);
        assertThat(store.accepted())
                .as("tokens of the writes that the store took")
                .isSorted();
        assertThat(story.repeated()).isEmpty();
        assertThat(story.unaccounted()).isEmpty();
    }

    /** Looks at the member after the readiness: who was ready is a member again, and stays one. */
    private static void awaitReadyAsMemberOtherThan(String before) {
        Patience.await(
                "n1 is ready again",
                () -> {
                    boolean ready = servers.isReady("n1");
                    String member = servers.member("n1");
                    if (ready) {
                        assertThat(member)
                                .as("the member of a node that is ready")
                                .doesNotStartWith(before)
                                .endsWith(" " + Servers.ALL.size());
                    }
                    return ready;
                },
                () -> servers.readiness("n1"));
    }

    @Test
    @DisplayName("lose, repeat and reorder nothing in three rounds of rolling redeployment under traffic")
    void redeployed() {
        trafficOfAll();

        for (int round = 1; round <= 3; round++) {
            for (String node : Servers.ALL) {
                servers.deploy(node, version);
                servers.awaitReady();
                BOTH.forEach(singleton -> traffic(singleton, List.of(node)));
            }
        }
        awaitHostUnderTraffic("n1", Servers.ALL);

        BOTH.forEach(singleton -> servers.quiet(singleton).assertFlawless(servers.left()));
        assertThat(servers.left()).hasSizeGreaterThanOrEqualTo(3 * Servers.ALL.size());
    }
}
