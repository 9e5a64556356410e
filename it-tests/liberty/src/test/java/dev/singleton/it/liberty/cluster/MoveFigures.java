package dev.singleton.it.liberty.cluster;

import dev.singleton.it.liberty.cluster.Note.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures what a user sees when the host goes, without and with a lease, with the defaults of the library. It asserts
 * nothing, and runs only when it is asked for:
 *
 * <pre>{@code
 * mvn -pl it-tests/liberty -am verify -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dit.test=MoveFigures -Dfailsafe.failIfNoSpecifiedTests=false -Dmeasure.moves=3
 * }</pre>
 *
 * <p>The value is how often. Prints one line for each move, with the load of the machine.
 */
@EnabledIfSystemProperty(named = "measure.moves", matches = "[0-9]+")
class MoveFigures {

    private static final int RUNS = Integer.getInteger("measure.moves", 1);
    private static final int PER_SECOND = 100;
    private static final List<String> BOTH = List.of("counter", "ledger");
    private static final List<String> OTHERS = List.of("n2", "n3");
    private static final Map<String, String> DEFAULT_LEASE = Map.of(
            "singleton.lease.cp.session-ttl", "PT15S",
            "singleton.lease.cp.heartbeat", "PT2S",
            "singleton.lease.cp.margin", "PT3S");

    /** What happens to the host. */
    @FunctionalInterface
    private interface Farewell {
        void to(Servers servers, Path version);
    }

    @Test
    void figures() throws IOException {
        Path version = Version.make("measured", DEFAULT_LEASE);
        try (GuardedStore store = new GuardedStore();
                Servers servers = new Servers(Path.of("target/measured"), Map.of(Ledger.STORE, store.address()))) {
            Servers.ALL.forEach(node -> servers.put(node, version));
            for (int run = 1; run <= RUNS; run++) {
                measure("graceful stop", servers, version, (cluster, war) -> cluster.stop("n1"));
                measure("redeployment", servers, version, (cluster, war) -> {
                    cluster.deploy("n1", war);
                    cluster.awaitReady();
                });
                measure("kill -9", servers, version, (cluster, war) -> cluster.kill("n1"));
            }
        }
    }

    private static void measure(String what, Servers servers, Path version, Farewell farewell) throws IOException {
        servers.allUp();
        BOTH.forEach(singleton -> servers.awaitHost(singleton, "n1"));
        servers.newStory();
        for (String singleton : BOTH) {
            servers.traffic(singleton, PER_SECOND, OTHERS);
            servers.awaitFlow(singleton, PER_SECOND, OTHERS);
        }
        farewell.to(servers, version);
        String next = servers.up().get(0);
        for (String singleton : BOTH) {
            servers.awaitHost(singleton, next);
            servers.awaitFlow(singleton, PER_SECOND, OTHERS);
        }
        for (String singleton : BOTH) {
            servers.traffic(singleton, 0, servers.up());
        }
        for (String singleton : BOTH) {
            Patience.await(
                    "the last messages of " + singleton,
                    () -> OTHERS.stream().map(servers::life).allMatch(servers.story(singleton)::knowsLastOf),
                    () -> "Nobody knows of " + servers.story(singleton).unaccounted());
            say(what, servers.story(singleton));
        }
    }

    private static void say(String what, Story story) throws IOException {
        System.out.printf(
                Locale.ROOT,
                "FIGURE %s, %s, load %s: longest gap %.0f ms; moves %s; of %d told: %d lost, %d dead, %d repeated, %d reordered%n",
                what,
                story.singleton(),
                Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0],
                story.longestGap() / 1e6,
                moves(story),
                story.of(Kind.TOLD).count(),
                story.unaccounted().size(),
                story.notDelivered().count(),
                story.repeated().size(),
                story.reordered().size());
    }

    /** From the last message on one node to the first one on the next. */
    private static List<String> moves(Story story) {
        List<Note> handled = story.of(Kind.HANDLED).toList();
        List<String> moves = new ArrayList<>();
        for (int i = 1; i < handled.size(); i++) {
            Note last = handled.get(i - 1);
            Note first = handled.get(i);
            if (!first.life().equals(last.life())) {
                moves.add(String.format(
                        Locale.ROOT,
                        "%s to %s %.0f ms",
                        last.life(),
                        first.life(),
                        (first.nanos() - last.nanos()) / 1e6));
            }
        }
        return moves;
    }
}
