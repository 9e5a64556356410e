package dev.singleton.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.exploration.Explorer.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All states of small clusters. {@code -Dexploration.night=true} goes through larger ones, which takes hours and several
 * GB; {@code -Dexploration.depth=n} stops after n moves.
 */
@DisplayName("In every order of what can happen")
class ExplorationTest {

    private static final List<Scope> DAY = List.of(
            Scope.of("two nodes come", 2),
            Scope.of("a node comes before the host, a frame is lost", 2)
                    .settled(2)
                    .with(Fault.LOSS, 1),
            Scope.of("two nodes, one leaves, one crashes", 2)
                    .settled(2)
                    .inOrder()
                    .with(Fault.LEAVE, 1)
                    .with(Fault.CRASH, 1),
            Scope.of("a node comes before the host", 2).settled(2).underLease().inOrder());

    private static final List<Scope> NIGHT = List.of(Scope.of("a node comes before the host, much goes wrong", 2)
            .settled(2)
            .with(Fault.LOSS, 1)
            .with(Fault.CRASH, 1)
            .with(Fault.LEAVE, 1));

    static Stream<Scope> scopes() {
        return (Boolean.getBoolean("exploration.night") ? NIGHT : DAY).stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scopes")
    @DisplayName("no promise is broken, and left alone exactly one eligible node comes to host")
    void nothingIsBroken(Scope scope) {
        Outcome outcome = Explorer.explore(scope, Integer.getInteger("exploration.depth", Integer.MAX_VALUE));
        System.out.println(outcome);
        assertThat(outcome.broken()).as(outcome::report).isEmpty();
    }
}
