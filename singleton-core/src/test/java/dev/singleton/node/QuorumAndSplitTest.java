package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.SingletonEvent;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.StopReason;
import dev.singleton.testkit.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A quorum keeps a minority from hosting; without one two halves may, and after the merge one remains. */
class QuorumAndSplitTest {

    private static Stage quorumOfTwo() {
        return new Stage().with(options -> options.quorum(2).handOverTimeout(Duration.ofMillis(500)));
    }

    @Test
    void aLoneNodeDoesNotHostUnderAQuorumOfTwo() {
        try (Stage stage = quorumOfTwo().join(1)) {
            assertThatThrownBy(() -> stage.ask(1, "a")).isInstanceOf(SingletonUnavailableException.class);
            stage.proxy(1).tell("b");
            assertThat(stage.census.births()).isZero();
            stage.join(2).awaitHost(1, 2);
            stage.awaitHandled("b");
        }
    }

    @Test
    void theHostGoesOnWhileTheQuorumHoldsAndStopsWhenItDoesNot() {
        try (Stage stage = quorumOfTwo().join(1, 2, 3).awaitHost(1, 2, 3)) {
            stage.cluster.awaitAcquaintance(1, 2, 3);
            stage.kill(2);
            assertThat(stage.ask(1, "a")).isEqualTo("a on 1");
            assertThat(stage.census.births()).isEqualTo(1);
            stage.kill(3);
            assertThat(stage.events(1)
                            .await(1, SingletonEvent.InstanceStopped.class)
                            .get(0)
                            .reason())
                    .isEqualTo(StopReason.QUORUM_LOST);
            stage.join(2).awaitHost(1, 2);
            assertThat(stage.census.peak()).isEqualTo(1);
        }
    }

    @Test
    void withAQuorumOnlyTheMajorityHostsAndAfterTheMergeThereIsOne() {
        try (Stage stage = quorumOfTwo().join(1, 2, 3).awaitHost(1, 2, 3)) {
            stage.cluster.awaitAcquaintance(1, 2, 3);
            stage.cluster.split(1);
            stage.awaitHost(2, 3);
            eventually("the minority has stopped", () -> !stage.proxy(1).locallyOwned());
            assertThat(stage.census.live()).isEqualTo(1);
            stage.cluster.merge(2, 1);
            stage.awaitHost(1, 2, 3);
            assertThat(stage.ask(3, "a")).isEqualTo("a on 1");
            assertThat(stage.census.live()).isEqualTo(1);
        }
    }

    @Test
    void withoutAQuorumBothHalvesHostAndOneRemainsAfterTheMerge() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            stage.cluster.split(2, 3);
            stage.awaitHost(2, 3);
            assertThat(stage.census.live()).isEqualTo(2);
            stage.cluster.merge(1, 2, 3);
            stage.awaitHost(1, 2, 3);
            eventually("one is left", () -> stage.census.live() == 1);
            for (int number : List.of(1, 2, 3)) {
                assertThat(stage.ask(number, "a")).isEqualTo("a on 1");
            }
            assertThat(stage.events(2).of(SingletonEvent.InstanceStopped.class))
                    .extracting(SingletonEvent.InstanceStopped::reason)
                    .containsExactly(StopReason.MERGE);
            assertThat(stage.log.warnings("greeter", "two halves of the cluster merge", "quorum"))
                    .isNotEmpty();
        }
    }

    @Test
    void theSideThatJoinsStopsFirstAlsoWhenItWillHostAfterwards() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            stage.cluster.awaitAcquaintance(1, 2, 3);
            stage.cluster.split(1);
            stage.awaitHost(2, 3);
            stage.cluster.merge(2, 1);
            stage.awaitHost(1, 2, 3);
            assertThat(stage.census.live()).isEqualTo(1);
            assertThat(stage.census.timeLine())
                    .containsExactly("started on 1", "started on 2", "stopped on 1", "stopped on 2", "started on 1");
            assertThat(stage.node(1).ready()).isTrue();
        }
    }

    @Test
    void messagesToldBeforeTheMergeAreDeliveredOrDeadAndNeverTwice() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            stage.cluster.split(2, 3);
            stage.awaitHost(2, 3);
            for (int i = 0; i < 300; i++) {
                stage.proxy(3).tell("m" + i);
                if (i == 150) {
                    stage.cluster.merge(1, 2, 3);
                }
            }
            eventually(
                    "each has one end",
                    () -> stage.handled().size() + stage.events(3).deadLetters().size() == 300);
            assertThat(stage.handled()).doesNotHaveDuplicates();
            stage.awaitHost(1, 2, 3);
            assertThat(stage.node(3).status(KEY).orElseThrow().buffered()).isZero();
        }
    }
}
