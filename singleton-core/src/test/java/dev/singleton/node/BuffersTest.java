package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.DeadLetterReason;
import dev.singleton.Proxy;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.testkit.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of messages while nobody hosts. */
class BuffersTest {

    private static final List<String> TEN = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");

    private static Stage withRoleThatNobodyHas(int bufferSize) {
        Stage stage = new Stage().with(options -> options.role("batch").bufferSize(bufferSize));
        return stage.join(1);
    }

    @Test
    void theBufferKeepsTheOldestAndTheRestBecomesDeadLettersWithOneWarning() {
        try (Stage stage = withRoleThatNobodyHas(3)) {
            TEN.forEach(stage.proxy(1)::tell);
            eventually("seven are dead", () -> stage.events(1).deadLetters().size() == 7);
            assertThat(stage.events(1).deadLetters(DeadLetterReason.NO_HOST_BUFFER_FULL))
                    .containsExactly("3", "4", "5", "6", "7", "8", "9");
            var status = stage.node(1).status(KEY).orElseThrow();
            assertThat(status.buffered()).isEqualTo(3);
            assertThat(status.stats().deadLetters()).isEqualTo(7);
            assertThat(status.stats().tells()).isEqualTo(10);
            assertThat(stage.log.warnings("greeter", "NO_HOST_BUFFER_FULL")).hasSize(1);
        }
    }

    @Test
    void aBufferOfOneGoesOnDroppingEachFurtherMessage() {
        try (Stage stage = withRoleThatNobodyHas(1)) {
            TEN.forEach(stage.proxy(1)::tell);
            eventually("nine are dead", () -> stage.events(1).deadLetters().size() == 9);
            assertThat(stage.node(1).status(KEY).orElseThrow().buffered()).isEqualTo(1);
        }
    }

    @Test
    void theBufferDrainsWhenTheFirstMemberWithTheRoleJoins() {
        try (Stage stage = withRoleThatNobodyHas(3)) {
            TEN.forEach(stage.proxy(1)::tell);
            stage.joinWith(2, builder -> builder.roles(List.of("batch")));
            stage.start(2);
            stage.awaitHandled("2");
            assertThat(stage.handled()).containsExactly("0", "1", "2");
            assertThat(stage.ask(1, "a")).isEqualTo("a on 2");
        }
    }

    @Test
    void theWarningComesAgainAfterTheBufferWasDrained() {
        try (Stage stage = withRoleThatNobodyHas(1)) {
            TEN.forEach(stage.proxy(1)::tell);
            stage.joinWith(2, builder -> builder.roles(List.of("batch")));
            stage.start(2);
            stage.awaitHandled("0");
            stage.cluster.leave(2);
            eventually("nobody hosts", () -> stage.proxy(1).owner().isEmpty());
            TEN.forEach(stage.proxy(1)::tell);
            eventually("nine more are dead", () -> stage.events(1).deadLetters().size() == 18);
            assertThat(stage.log.warnings("greeter", "NO_HOST_BUFFER_FULL")).hasSize(2);
        }
    }

    @Test
    void anAskFailsAtOnceWhenNothingCanOwnTheSingleton() {
        try (Stage stage = withRoleThatNobodyHas(3)) {
            assertThatThrownBy(() -> stage.ask(1, "a"))
                    .isInstanceOf(SingletonUnavailableException.class)
                    .hasMessageContainingAll("greeter", "batch");
            assertThat(stage.node(1).status(KEY).orElseThrow().buffered()).isZero();
        }
    }

    @Test
    void messagesToASingletonThatTheElectedNodeOnlyReferencesBecomeDeadLettersWithOneWarningThatSaysWhatToDo() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            // Before node 2 is there, which then learns of it no later than node 1's consent to host.
            stage.proxy(1);
            stage.joinWith(2, builder -> builder);
            stage.start(2);
            eventually(
                    "node 2 knows node 1's reference",
                    () -> stage.node(2).status(KEY).orElseThrow().owner().isEmpty() && refused(stage, "probe"));
            List.of("a", "b", "c").forEach(stage.proxy(2)::tell);
            eventually(
                    "three more are dead",
                    () -> stage.events(2)
                            .deadLetters(DeadLetterReason.NEVER_STARTED)
                            .containsAll(List.of("a", "b", "c")));
            assertThat(stage.log.warnings("greeter", "NEVER_STARTED", "Start it there too"))
                    .hasSize(1);
            stage.start(1);
            stage.awaitHost(1, 2);
            assertThat(stage.ask(2, "d")).isEqualTo("d on 1");
        }
    }

    private static boolean refused(Stage stage, String message) {
        stage.proxy(2).tell(message);
        return !stage.events(2).deadLetters(DeadLetterReason.NEVER_STARTED).isEmpty();
    }

    @Test
    void afterEveryNodeOptedOutMessagesAreRefusedWithThatReason() {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            reply(stage.node(1).stop(KEY));
            eventually("it has no owner", () -> stage.proxy(1).owner().isEmpty());
            stage.proxy(1).tell("a");
            eventually(
                    "it is dead",
                    () -> stage.events(1)
                            .deadLetters(DeadLetterReason.OPTED_OUT)
                            .contains("a"));
            assertThatThrownBy(() -> stage.ask(1, "b")).isInstanceOf(SingletonUnavailableException.class);
        }
    }

    @Test
    void aNewcomersReferenceReachesAHostOfWhichItHasNotHeardYet() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            for (int number = 3; number < 13; number++) {
                stage.joinWith(number, builder -> builder);
                Proxy<String> fresh = stage.proxy(number);
                fresh.tell("told " + number);
                assertThat(reply(fresh.ask("asked " + number, String.class))).isEqualTo("asked " + number + " on 1");
                assertThat(stage.events(number).deadLetters()).isEmpty();
            }
        }
    }

    @Test
    void aFreshStartCanBeAskedInTheSameBreath() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            assertThat(reply(stage.start(1).ask("a", String.class))).isEqualTo("a on 1");
        }
    }
}
