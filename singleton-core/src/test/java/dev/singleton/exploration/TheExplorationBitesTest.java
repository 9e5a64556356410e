package dev.singleton.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.exploration.Explorer.Outcome;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The exploration finds, and tells by the shortest story,")
class TheExplorationBitesTest {

    private static final Scope TWO = Scope.of("two nodes come", 2);
    private static final Scope COMING_BEFORE =
            Scope.of("a node comes before the host", 2).settled(2);
    private static final Scope THREE = Scope.of("a node comes before the host and another", 3)
            .settled(2, 3)
            .inOrder();
    private static final Scope LEASED = COMING_BEFORE.underLease();

    static Stream<Arguments> flaws() {
        return Stream.of(
                Arguments.of(COMING_BEFORE.broken(Flaw.STOPPED_BEFORE_POST_STOP), 4, "who confirms runs nothing"),
                Arguments.of(COMING_BEFORE.broken(Flaw.PROMISE_FORGOTTEN), 7, "never two live instances"),
                Arguments.of(TWO.broken(Flaw.DECLINE_COUNTS), 5, "never two live instances"),
                Arguments.of(
                        COMING_BEFORE.with(Fault.STOP, 1).broken(Flaw.ANY_ROUND_COUNTS), 9, "never two live instances"),
                Arguments.of(COMING_BEFORE.broken(Flaw.STOP_UNREPORTED), 16, "no dead end"),
                Arguments.of(COMING_BEFORE.broken(Flaw.BLIND_TO_MEMBERS), 6, "no dead end"),
                Arguments.of(THREE.broken(Flaw.WRONG_SENDER), 12, "n1 starts without the confirmation of [n2]"),
                Arguments.of(
                        COMING_BEFORE.with(Fault.LEAVE, 1).broken(Flaw.DEAF_TO_LEAVING),
                        1,
                        "who leaves or sees no quorum does not host"),
                Arguments.of(LEASED.broken(Flaw.MARGIN_FORGOTTEN), 1, "holds a valid lease that the arbiter has"),
                Arguments.of(LEASED.broken(Flaw.RELEASED_BEFORE_POST_STOP), 3, "a lease is given back after postStop"),
                Arguments.of(COMING_BEFORE.inOrder().waiting(1).broken(Flaw.WAITING_UNSAID), 19, "no dead end"),
                Arguments.of(LEASED.broken(Flaw.RELEASE_FORGOTTEN), 6, "no lease is held over an instance"),
                Arguments.of(
                        LEASED.with(Fault.SLOW, 1).with(Fault.STOP, 1).broken(Flaw.GRANT_USED_AFTER_GIVING_UP),
                        9,
                        "holds a valid lease that the arbiter has"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("flaws")
    void theFlaw(Scope scope, int length, String promise) {
        Outcome outcome = Explorer.explore(scope);
        System.out.println(scope.flaw() + ": " + outcome.report());
        assertThat(outcome.broken()).as("what is broken by %s", scope.flaw()).isPresent();
        assertThat(outcome.broken().get()).contains(promise);
        assertThat(outcome.story().orElseThrow().length()).as("moves to it").isEqualTo(length);
    }
}
