package dev.singleton.it.liberty.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName(
        "A new version of the application, with other settings, comes to one of three Open Liberty servers after the other")
@Timeout(900)
class NewVersionIT {

    private static final String COUNTER = "counter";
    private static final String LEDGER = "ledger";
    private static final String POLLER = "poller";
    private static final int PER_SECOND = 30;
    private static final int SOME = 20;
    private static final List<String> OLD = List.of("n1", "n2");

    private final GuardedStore store = new GuardedStore();
    private final Servers servers = new Servers(Path.of("target/new-version"), Map.of(Ledger.STORE, store.address()));

    @BeforeEach
    void allUpAndN1Hosts() {
        Path first = Version.make("first", Map.of());
        Servers.ALL.forEach(node -> servers.put(node, first));
        servers.allUp();
        List.of(COUNTER, LEDGER, POLLER).forEach(singleton -> servers.awaitHost(singleton, "n1"));
        servers.newStory();
    }

    @AfterEach
    void end() {
        servers.close();
        store.close();
    }

    private void traffic(String singleton, List<String> nodes) {
        servers.traffic(singleton, PER_SECOND, nodes);
        servers.awaitFlow(singleton, SOME, nodes);
    }

    @Test
    @DisplayName(
            "another timing works on and is shown; another placement, quorum or lease is a disagreement until all have it")
    void otherSettings() {
        otherTimingWorksOnAndIsShown();

        Path other = Version.make(
                "other",
                Map.of(
                        "singleton.type.counter.placement", "oldest",
                        "singleton.type.poller.quorum", "2",
                        "singleton.type.poller.lease", "cp"));
        otherPlacementQuorumAndLeaseAreADisagreement(other);
        whenAllHaveItAllIsUp(other);
    }

    private void otherTimingWorksOnAndIsShown() {
        traffic(COUNTER, Servers.ALL);

        servers.deploy("n3", Version.make("slower", Map.of("singleton.type.counter.hand-over-timeout", "PT12S")));
        servers.awaitReady();
        traffic(COUNTER, List.of("n3"));

        for (String node : Servers.ALL) {
            assertThat(servers.readiness(node))
                    .as("readiness of %s", node)
                    .startsWith("{")
                    .contains("counter.disagreement", "hand-over-timeout")
                    .doesNotContain("incompatible");
        }
        servers.quiet(COUNTER).assertFlawless(servers.left());
    }

    private void otherPlacementQuorumAndLeaseAreADisagreement(Path other) {
        traffic(COUNTER, OLD);
        traffic(LEDGER, Servers.ALL);

        servers.deploy("n3", other);
        servers.awaitReadiness("n3", "cp: at most one holder");
        for (String node : Servers.ALL) {
            servers.awaitReadiness(
                    node, "503", "counter.disagreement", "placement", "poller.disagreement", "quorum", "lease");
        }
        traffic(LEDGER, List.of("n3"));
        servers.traffic(COUNTER, PER_SECOND, List.of("n3"));
        servers.awaitDeadLetters(COUNTER, SOME, "n3");
        servers.awaitFlow(COUNTER, SOME, OLD);

        Story counter = servers.quiet(COUNTER);
        String n3 = servers.life("n3");
        assertThat(counter.notDelivered().filter(note -> note.life().equals(n3)).map(Note::number))
                .as("dead letters of n3")
                .isEqualTo(counter.toldBy(n3));
        assertThat(Stream.of(COUNTER, POLLER).flatMap(name -> servers.story(name).moves().stream()))
                .as("moves of the singletons that are not agreed on")
                .noneMatch(move -> move.startsWith(n3));
        assertThat(counter.repeated()).isEmpty();
        assertThat(counter.peakInstances()).isEqualTo(1);
        servers.quiet(LEDGER).assertFlawless(servers.left());
    }

    private void whenAllHaveItAllIsUp(Path other) {
        for (String node : List.of("n2", "n1")) {
            servers.deploy(node, other);
            // Not ready yet, as they disagree; but with its place among the CP members.
            servers.awaitReadiness(node, "cp: at most one holder");
        }
        servers.awaitReady();
        servers.newStory();
        for (String singleton : List.of(COUNTER, LEDGER, POLLER)) {
            traffic(singleton, Servers.ALL);
            servers.quiet(singleton).assertFlawless(servers.left());
        }
    }
}
