package dev.singleton.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.exploration.Explorer.Outcome;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link Scopes} says how to look at more. */
@DisplayName(
        "In every order of what can happen no promise is broken, and left alone exactly one eligible node comes to host:")
class ExplorationTest {

    @Test
    @DisplayName("two nodes")
    void twoNodes() {
        nothingIsBroken(Scopes.twoNodes());
    }

    @Test
    @DisplayName("three nodes")
    void threeNodes() {
        nothingIsBroken(Scopes.threeNodes());
    }

    @Test
    @DisplayName("two nodes under a lease")
    void leases() {
        nothingIsBroken(Scopes.leases());
    }

    private static void nothingIsBroken(List<Scope> scopes) {
        List<Outcome> outcomes = scopes.parallelStream()
                .map(Explorer::explore)
                .peek(System.out::println)
                .toList();
        System.out.printf(
                Locale.ROOT,
                "Together %,d states and %,d transitions%n",
                outcomes.stream().mapToLong(Outcome::states).sum(),
                outcomes.stream().mapToLong(Outcome::transitions).sum());
        for (Outcome outcome : outcomes) {
            assertThat(outcome.broken()).as(outcome::report).isEmpty();
            assertThat(outcome.complete() || outcome.scope().deepest() < Integer.MAX_VALUE)
                    .as("all states of %s were looked at", outcome.scope())
                    .isTrue();
        }
    }
}
