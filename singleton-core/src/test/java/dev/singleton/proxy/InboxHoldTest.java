package dev.singleton.proxy;

import static dev.singleton.proxy.InboxDesk.accepted;
import static dev.singleton.proxy.InboxDesk.busy;
import static dev.singleton.proxy.InboxDesk.refused;
import static dev.singleton.proxy.Nodes.ALICE;
import static dev.singleton.proxy.Nodes.BOB;
import static dev.singleton.proxy.Nodes.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.proxy.InboxDesk.Answer;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("The hold of an inbox")
class InboxHoldTest {

    private final InboxDesk desk = new InboxDesk(3);

    @Nested
    @DisplayName("while an instance is on its way")
    class OnItsWay {

        @Test
        @DisplayName("holds batches without an answer, and delivers them in the order of arrival")
        void holds() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 1, "a");
            desk.batch(BOB, 1, "b");
            assertThat(desk.answers).isEmpty();
            assertThat(desk.waits).isEmpty();
            desk.open();
            assertThat(desk.mailbox).containsExactly("a", "b");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 1, 1), accepted(BOB, 1, 1));
        }

        @Test
        @DisplayName("holds a repeated batch once")
        void repeated() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 1, "a");
            desk.batch(ALICE, 1, "a");
            desk.open();
            assertThat(desk.mailbox).containsExactly("a");
            assertThat(desk.answers).hasSize(1);
        }

        @Test
        @DisplayName("takes 1000 messages; what comes beyond is BUSY and may come again")
        void full() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 1, Letter.texts(1, 256));
            desk.batch(BOB, 1, Letter.texts(1, 744));
            assertThat(desk.inbox.held()).isEqualTo(1000);
            desk.batch(CAROL, 1, "one too many");
            assertThat(desk.answers).containsExactly(busy(CAROL, 1, 0));

            desk.hostedBy(BOB);
            desk.instanceIsOnItsWay();
            desk.batch(CAROL, 2, "again");
            assertThat(desk.inbox.held()).isEqualTo(1);
        }

        @Test
        @DisplayName("tells how much it had taken when the hold is full")
        void partlyBusy() {
            desk.open();
            desk.batch(ALICE, 1, Letter.texts(1, 1_000));
            assertThat(desk.inbox.held()).isEqualTo(997);
            desk.batch(BOB, 1, Letter.texts(1, 4));
            assertThat(desk.answers).containsExactly(busy(BOB, 1, 0));

            desk.handle(3);
            assertThat(desk.inbox.held()).isEqualTo(994);
        }

        @Test
        @DisplayName(
                "takes what comes when few messages fill the mailbox by their bytes, and lets it in when there is room")
        void fullOfBytes() {
            desk.size = (int) (Inbox.MAILBOX_BYTES / 2) + 1;
            desk.open();
            desk.batch(ALICE, 1, "1", "2", "3");
            assertThat(desk.mailbox).containsExactly("1", "2");
            assertThat(desk.answers).isEmpty();
            desk.handle(1);
            assertThat(desk.mailbox).containsExactly("1", "2", "3");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 1, 3));
        }

        @Test
        @DisplayName("tells how much it had taken when a batch alone is more than mailbox and hold together")
        void hugeBatch() {
            desk.open();
            desk.batch(ALICE, 1, Letter.texts(1, 2_000));
            assertThat(desk.mailbox).containsExactly("1", "2", "3");
            assertThat(desk.answers).containsExactly(busy(ALICE, 1, 3));
        }

        @Test
        @DisplayName("sends them to the host that it learns of instead")
        void moved() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 1, "a1", "a2");
            desk.batch(BOB, 1, "b");
            desk.hostedBy(CAROL);
            assertThat(desk.mailbox).isEmpty();
            assertThat(desk.answers).containsExactly(refused(ALICE, 1, 0, CAROL), refused(BOB, 1, 0, CAROL));
            assertThat(desk.inbox.held()).isZero();
        }

        @Test
        @DisplayName("says what was accepted when the host moves in the middle of a batch")
        void movedInTheMiddle() {
            desk.open();
            desk.batch(ALICE, 1, Letter.texts(1, 5));
            desk.hostedBy(BOB);
            assertThat(desk.answers).containsExactly(refused(ALICE, 1, 3, BOB));
        }

        @Test
        @DisplayName("forgets a batch that its sender gave up for another one")
        void givenUp() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 1, "given up", "too");
            desk.batch(ALICE, 2, "new");
            assertThat(desk.inbox.held()).isEqualTo(1);
            desk.open();
            assertThat(desk.mailbox).containsExactly("new");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 2, 1));
        }

        @Test
        @DisplayName("keeps what a sender that is gone had sent, and remembers nothing else of it")
        void gone() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 5, "last words");
            desk.inbox.gone(ALICE);
            desk.open();
            assertThat(desk.mailbox).containsExactly("last words");
            assertThat(desk.batch(ALICE, 1, List.of("another life"))).isTrue();
            assertThat(desk.mailbox).containsExactly("last words", "another life");
        }
    }

    @Nested
    @DisplayName("while the node does not know yet that it is the host")
    class Unsure {

        @Test
        @DisplayName("holds for 2 s, then refuses, without a hint")
        void waits() {
            desk.unsure();
            desk.batch(ALICE, 1, "1");
            desk.batch(BOB, 1, "2");
            assertThat(desk.waits).containsExactly(Duration.ofSeconds(2));
            desk.timeIsOver();
            assertThat(desk.answers)
                    .containsExactly(
                            new Answer(ALICE, 1, Verdict.NOT_HOST, 0, Optional.empty()),
                            new Answer(BOB, 1, Verdict.NOT_HOST, 0, Optional.empty()));
            assertThat(desk.mailbox).isEmpty();
        }

        @Test
        @DisplayName("gives the next batch its own 2 s")
        void again() {
            desk.unsure();
            desk.batch(ALICE, 1, "1");
            desk.timeIsOver();
            desk.timeIsOver();
            desk.batch(ALICE, 2, "1");
            assertThat(desk.waits).hasSize(2);
            assertThat(desk.answers).hasSize(1);
        }

        @Test
        @DisplayName("goes on holding, whatever the timer says, once it knows")
        void learns() {
            desk.unsure();
            desk.batch(ALICE, 1, "1");
            desk.instanceIsOnItsWay();
            desk.timeIsOver();
            assertThat(desk.answers).isEmpty();
            desk.open();
            desk.timeIsOver();
            assertThat(desk.mailbox).containsExactly("1");
        }

        @Test
        @DisplayName("counts the 2 s from the moment at which it became unsure, for what it held before")
        void becomesUnsure() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 1, "1");
            assertThat(desk.waits).isEmpty();
            desk.unsure();
            assertThat(desk.waits).hasSize(1);
        }
    }
}
