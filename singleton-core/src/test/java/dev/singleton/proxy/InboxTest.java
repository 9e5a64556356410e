package dev.singleton.proxy;

import static dev.singleton.proxy.InboxDesk.accepted;
import static dev.singleton.proxy.InboxDesk.refused;
import static dev.singleton.proxy.Nodes.ALICE;
import static dev.singleton.proxy.Nodes.BOB;
import static dev.singleton.proxy.Nodes.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.proxy.InboxDesk.Answer;
import dev.singleton.wire.Frame.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("The inbox of a node")
class InboxTest {

    private final InboxDesk desk = new InboxDesk(3);

    @Nested
    @DisplayName("while an instance runs")
    class Open {

        @Test
        @DisplayName("puts a batch into the mailbox in order and says so")
        void accepts() {
            desk.open();
            desk.batch(ALICE, 1, "1", "2");
            assertThat(desk.mailbox).containsExactly("1", "2");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 1, 2));
        }

        @Test
        @DisplayName("gives a repeated batch the same answer and takes none of it twice")
        void repeats() {
            desk.open();
            desk.batch(ALICE, 1, "1", "2");
            assertThat(desk.batch(ALICE, 1, List.of("1", "2"))).isTrue();
            assertThat(desk.mailbox).containsExactly("1", "2");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 1, 2), accepted(ALICE, 1, 2));
        }

        @Test
        @DisplayName("repeats the answer of then, also when it would be another one now")
        void repeatsAfterMove() {
            desk.hostedBy(BOB);
            desk.batch(ALICE, 1, "1");
            desk.open();
            desk.batch(ALICE, 1, "1");
            assertThat(desk.mailbox).isEmpty();
            assertThat(desk.answers).containsExactly(refused(ALICE, 1, 0, BOB), refused(ALICE, 1, 0, BOB));
        }

        @Test
        @DisplayName("hears nothing of a batch older than the last one")
        void stale() {
            desk.open();
            desk.batch(ALICE, 2, "2");
            assertThat(desk.batch(ALICE, 1, List.of("1"))).isFalse();
            assertThat(desk.mailbox).containsExactly("2");
            assertThat(desk.answers).hasSize(1);
        }

        @Test
        @DisplayName("counts the sequences of each sender on their own")
        void senders() {
            desk.open();
            desk.batch(ALICE, 7, "a");
            desk.batch(BOB, 7, "b");
            desk.batch(CAROL, 1, "c");
            assertThat(desk.mailbox).containsExactly("a", "b", "c");
        }

        @Test
        @DisplayName("with a full mailbox holds the rest, and takes it as room comes; the answer comes when all is in")
        void backPressure() {
            desk.open();
            desk.batch(ALICE, 1, "1", "2", "3", "4", "5");
            assertThat(desk.mailbox).containsExactly("1", "2", "3");
            assertThat(desk.answers).isEmpty();
            assertThat(desk.inbox.held()).isEqualTo(2);

            desk.handle(1);
            assertThat(desk.mailbox).containsExactly("1", "2", "3", "4");
            assertThat(desk.answers).isEmpty();

            desk.handle(2);
            assertThat(desk.mailbox).containsExactly("1", "2", "3", "4", "5");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 1, 5));
            assertThat(desk.inbox.holds()).isFalse();
        }

        @Test
        @DisplayName("lets nobody overtake those who wait for room")
        void fair() {
            desk.open();
            desk.batch(ALICE, 1, "a1", "a2", "a3", "a4");
            desk.batch(BOB, 1, "b1");
            desk.handle(1);
            desk.batch(CAROL, 1, "c1");
            desk.handle(2);
            assertThat(desk.mailbox).containsExactly("a1", "a2", "a3", "a4", "b1", "c1");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 1, 4), accepted(BOB, 1, 1), accepted(CAROL, 1, 1));
        }

        @Test
        @DisplayName("takes the next batch of a local sender from within the answer, and mixes up nobody's")
        void localSender() {
            desk.open();
            desk.batch(ALICE, 1, "a1", "a2", "a3", "a4");
            desk.batch(BOB, 1, "b1");
            desk.onAnswer(answer -> {
                if (answer.equals(accepted(ALICE, 1, 4))) {
                    desk.batch(ALICE, 2, "a5", "a6");
                }
            });
            desk.handle(3);
            desk.handle(3);
            assertThat(desk.mailbox).containsExactly("a1", "a2", "a3", "a4", "b1", "a5", "a6");
            assertThat(desk.answers).containsExactly(accepted(ALICE, 1, 4), accepted(BOB, 1, 1), accepted(ALICE, 2, 2));
            assertThat(desk.inbox.held()).isZero();
        }
    }

    @Nested
    @DisplayName("facing a node that differs in what must be equal")
    class Incompatible {

        @Test
        @DisplayName("refuses its batches and takes those of others")
        void refuses() {
            desk.open();
            desk.inbox.incompatible(Set.of(ALICE));
            desk.batch(ALICE, 1, "a");
            desk.batch(BOB, 1, "b");
            assertThat(desk.mailbox).containsExactly("b");
            assertThat(desk.answers.get(0)).isEqualTo(new Answer(ALICE, 1, Verdict.INCOMPATIBLE, 0, Optional.empty()));
        }

        @Test
        @DisplayName("refuses what it holds of it, as soon as it knows")
        void refusesHeld() {
            desk.instanceIsOnItsWay();
            desk.batch(ALICE, 1, "a1", "a2");
            desk.batch(BOB, 1, "b");
            desk.inbox.incompatible(Set.of(ALICE));
            assertThat(desk.answers).containsExactly(new Answer(ALICE, 1, Verdict.INCOMPATIBLE, 0, Optional.empty()));
            assertThat(desk.inbox.held()).isEqualTo(1);
            desk.open();
            assertThat(desk.mailbox).containsExactly("b");
        }

        @Test
        @DisplayName("delivers to it again when the difference is gone")
        void mended() {
            desk.open();
            desk.inbox.incompatible(Set.of(ALICE));
            desk.batch(ALICE, 1, "a");
            desk.inbox.incompatible(Set.of());
            desk.batch(ALICE, 2, "b");
            assertThat(desk.mailbox).containsExactly("b");
        }
    }
}
