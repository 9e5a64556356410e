package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.IncompatibleSingletonException;
import dev.singleton.Placement;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.testkit.EventLog;
import dev.singleton.testkit.Stage;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Nodes whose settings differ where they must be equal serve each other in nothing, and say so. */
class AgreementTest {

    private static void disagree(UnaryOperator<SingletonOptions.Builder> change, String difference) {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            stage.joinWith(2, builder -> builder);
            stage.node(2)
                    .start(
                            KEY,
                            stage.actor(2),
                            change.apply(stage.options().toBuilder()).build());
            for (int number : new int[] {1, 2}) {
                var events = stage.events(number).await(1, SingletonEvent.Incompatible.class);
                assertThat(events.get(0).difference()).contains(difference);
                assertThat(events.get(0).peer())
                        .isEqualTo(stage.node(3 - number).self());
                assertThat(stage.node(number).status(KEY).orElseThrow().disagreements())
                        .anyMatch(known ->
                                known.incompatible() && known.difference().contains(difference));
            }
            assertThatThrownBy(() -> stage.ask(2, "a"))
                    .isInstanceOf(IncompatibleSingletonException.class)
                    .hasMessageContaining(difference);
            assertThat(stage.ask(1, "b")).isEqualTo("b on 1");
            stage.cluster.leave(1);
            stage.awaitHost(2);
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.log.warnings("greeter", "has other settings", "must be equal everywhere", difference))
                    .hasSize(2);
        }
    }

    @Test
    void placementMustBeEqual() {
        disagree(options -> options.placement(Placement.OLDEST), "placement");
    }

    @Test
    void quorumMustBeEqual() {
        disagree(options -> options.quorum(1), "quorum");
    }

    @Test
    void theMessageTypeMustBeEqual() {
        SingletonKey<Integer> other = SingletonKey.of("greeter", Integer.class);
        SingletonActor<Integer> actor = (message, context) -> {};
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            stage.joinWith(2, builder -> builder);
            var proxy = stage.node(2).start(other, () -> actor);
            assertThat(stage.events(2)
                            .await(1, SingletonEvent.Incompatible.class)
                            .get(0)
                            .difference())
                    .contains("java.lang.Integer", "java.lang.String");
            assertThatThrownBy(() -> reply(proxy.ask(7, String.class)))
                    .isInstanceOf(IncompatibleSingletonException.class);
            proxy.tell(8);
            assertThat(stage.events(2).await(1, SingletonEvent.DeadLetter.class))
                    .isNotEmpty();
            assertThat(stage.handled()).isEmpty();
            assertThat(proxy.locallyOwned()).isFalse();
        }
    }

    @Test
    void aReferenceOfAnotherMessageTypeIsRefusedTooAndHurtsNobody() {
        SingletonKey<Integer> other = SingletonKey.of("greeter", Integer.class);
        try (Stage stage = new Stage().join(1, 3).awaitHost(1, 3)) {
            stage.joinWith(2, builder -> builder);
            var proxy = stage.node(2).ref(other);
            stage.events(2).await(1, SingletonEvent.Incompatible.class);
            proxy.tell(7);
            stage.events(2).await(1, SingletonEvent.DeadLetter.class);
            assertThat(stage.handled()).isEmpty();
            assertThat(stage.ask(3, "a")).isEqualTo("a on 1");
        }
    }

    @Test
    void theRoleMustBeEqual() {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            stage.joinWith(2, builder -> builder);
            stage.node(2)
                    .start(
                            KEY,
                            stage.actor(2),
                            stage.options().toBuilder().role("batch").build());
            assertThat(stage.events(1)
                            .await(1, SingletonEvent.Incompatible.class)
                            .get(0)
                            .difference())
                    .contains("role", "batch");
            assertThat(stage.ask(1, "a")).isEqualTo("a on 1");
        }
    }

    @Test
    void timingsMayDifferWhichIsShownAndStopsNothing() {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            stage.joinWith(2, builder -> builder);
            stage.node(2)
                    .start(
                            KEY,
                            stage.actor(2),
                            stage.options().toBuilder()
                                    .askTimeout(Duration.ofSeconds(3))
                                    .build());
            stage.awaitHost(1, 2);
            assertThat(stage.ask(2, "a")).isEqualTo("a on 1");
            EventLog events = stage.events(1);
            eventually(
                    "it is shown",
                    () -> stage.node(1).status(KEY).orElseThrow().disagreements().stream()
                            .anyMatch(known ->
                                    !known.incompatible() && known.difference().contains("ask-timeout")));
            stage.cluster.leave(1);
            stage.awaitHost(2);
            assertThat(events.of(SingletonEvent.Incompatible.class)).isEmpty();
        }
    }

    @Test
    void theNodeThatIsMendedServesAgain() {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            stage.joinWith(2, builder -> builder);
            stage.node(2)
                    .start(
                            KEY,
                            stage.actor(2),
                            stage.options().toBuilder().quorum(1).build());
            stage.events(2).await(1, SingletonEvent.Incompatible.class);
            // Else it may be asked before it has heard of the first start, and find nothing amiss yet.
            stage.events(1).await(1, SingletonEvent.Incompatible.class);
            reply(stage.node(2).stop(KEY));
            stage.start(2);
            stage.awaitHost(1, 2);
            eventually(
                    "node 1 has heard of it",
                    () -> stage.node(1)
                            .status(KEY)
                            .orElseThrow()
                            .disagreements()
                            .isEmpty());
            assertThat(stage.ask(2, "a")).isEqualTo("a on 1");
            assertThat(stage.node(2).status(KEY).orElseThrow().disagreements()).isEmpty();
        }
    }
}
