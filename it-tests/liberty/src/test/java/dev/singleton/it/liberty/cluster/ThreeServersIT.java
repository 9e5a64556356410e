package dev.singleton.it.liberty.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.liberty.cluster.Note.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    private static final List<String> SINGLETONS = List.of(COUNTER, LEDGER, "poller");
    private static final int PER_SECOND = 30;
    private static final int SOME = 20;
    private static final Path HOME = Path.of("target/three-servers");

    private static GuardedStore store;
    private static Servers servers;
    private static Path first;

    @BeforeAll
    static void threeServers() {
        store = new GuardedStore();
        servers = new Servers(HOME, Map.of(Ledger.STORE, store.address()));
        first = Version.make(Path.of("target/three-servers-versions"), "first", Map.of());
    }

    @AfterAll
    static void end() {
        servers.close();
        store.close();
    }

    @BeforeEach
    void allUpAndN1Hosts() {
        servers.allUpWith(first);
        SINGLETONS.forEach(singleton -> servers.awaitHost(singleton, "n1"));
        servers.newStory();
    }

    private static void trafficOfAll() {
        for (String singleton : List.of(COUNTER, LEDGER)) {
            servers.traffic(singleton, PER_SECOND, Servers.ALL);
            servers.awaitFlow(singleton, SOME, Servers.ALL);
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
        told.assertFlawless();
        String answer = servers.ask("n1", COUNTER);
        assertThat(Servers.ALL)
                .allSatisfy(node -> assertThat(servers.ask(node, COUNTER)).isEqualTo(answer));
    }

    @Test
    @DisplayName("lose, repeat and reorder nothing when the server of the host is stopped under traffic")
    void stopped() {
        trafficOfAll();

        servers.stop("n1");
        for (String singleton : List.of(COUNTER, LEDGER)) {
            servers.awaitHost(singleton, "n2");
            servers.awaitFlow(singleton, SOME, List.of("n2", "n3"));
        }

        for (String singleton : List.of(COUNTER, LEDGER)) {
            Story story = servers.quiet(singleton);
            story.assertFlawlessButOn("n1");
            assertThat(story.handledOn("n2")).isNotEmpty();
        }
    }
}
