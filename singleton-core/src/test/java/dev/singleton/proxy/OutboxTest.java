package dev.singleton.proxy;

import static dev.singleton.proxy.Nodes.ALICE;
import static dev.singleton.proxy.Nodes.BOB;
import static dev.singleton.proxy.Nodes.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.DeadLetterReason;
import dev.singleton.proxy.OutboxDesk.Sent;
import dev.singleton.wire.Frame.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("The outbox of a node")
class OutboxTest {

    private final OutboxDesk desk = OutboxDesk.toAlice();

    @Nested
    @DisplayName("in good times")
    class GoodTimes {

        @Test
        @DisplayName("lets messages gather while a batch travels, and sends them together")
        void gathers() {
            desk.tell("1", "2", "3");
            assertThat(desk.sent).containsExactly(new Sent(ALICE, 1, List.of("1"), false));

            desk.accepted();
            assertThat(desk.sent).hasSize(2);
            assertThat(desk.last()).isEqualTo(new Sent(ALICE, 2, List.of("2", "3"), false));
        }

        @Test
        @DisplayName("sends 256 messages in one batch at most")
        void batchSize() {
            desk.tell(Letter.texts(1, 600));
            desk.accepted();
            assertThat(desk.last().texts()).isEqualTo(Letter.texts(2, 257));
            desk.accepted();
            assertThat(desk.last().texts()).isEqualTo(Letter.texts(258, 513));
            desk.accepted();
            assertThat(desk.last().texts()).isEqualTo(Letter.texts(514, 600));
        }

        @Test
        @DisplayName("delivers 100,000 messages to its own node without growing the stack")
        void localAnswers() {
            desk.tell("held back");
            desk.tell(Letter.texts(1, 900));
            desk.acceptAtOnce();
            desk.accepted();
            desk.tell(Letter.texts(1, 100_000));
            assertThat(desk.outbox.size()).isZero();
            assertThat(desk.deadLetters).isEmpty();
        }

        @Test
        @DisplayName("sends the same batch to the same node when no answer comes, even when another hosts by now")
        void resends() {
            desk.tell("1", "2");
            desk.routeTo(BOB);
            desk.noAnswerInTime();
            assertThat(desk.sent)
                    .containsExactly(new Sent(ALICE, 1, List.of("1"), false), new Sent(ALICE, 1, List.of("1"), true));
        }

        @Test
        @DisplayName("does not mistake a late, a foreign or a second answer for the one that it waits for")
        void strayAnswers() {
            desk.tell("1", "2");
            desk.outbox.answered(BOB, 1, Verdict.ACCEPTED, 1, Optional.empty());
            desk.outbox.answered(ALICE, 99, Verdict.ACCEPTED, 1, Optional.empty());
            assertThat(desk.sent).hasSize(1);

            desk.accepted();
            desk.outbox.answered(ALICE, 1, Verdict.NOT_HOST, 0, Optional.of(CAROL));
            assertThat(desk.sent).hasSize(2);
            assertThat(desk.last()).isEqualTo(new Sent(ALICE, 2, List.of("2"), false));
        }

        @Test
        @DisplayName("believes no answer that accepts more than was sent, or less than nothing")
        void absurdAnswers() {
            desk.tell("1", "2", "3");
            desk.answered(Verdict.ACCEPTED, 1_000);
            assertThat(desk.last().texts()).containsExactly("2", "3");
            desk.answered(Verdict.BUSY, -5);
            assertThat(desk.outbox.size()).isEqualTo(2);
            assertThat(desk.deadLetters).isEmpty();
        }
    }

    @Nested
    @DisplayName("when a node dies")
    class Death {

        @Test
        @DisplayName("does not replay what was in flight to it (DELIVERY_UNKNOWN); the rest goes to the next host")
        void unknown() {
            desk.tell("1", "2", "3");
            desk.outbox.gone(ALICE);
            assertThat(desk.deadLetters).containsExactly("1 DELIVERY_UNKNOWN");
            desk.routeTo(BOB);
            assertThat(desk.last()).isEqualTo(new Sent(BOB, 2, List.of("2", "3"), false));
        }

        @Test
        @DisplayName("sends nothing to it between the word of its end and the word of the next host")
        void between() {
            desk.tell("1", "2");
            desk.outbox.gone(ALICE);
            desk.tell("3");
            desk.outbox.tell(Letter.ask("4"));
            assertThat(desk.sent).hasSize(1);
            assertThat(desk.unavailable).isEmpty();
            desk.routeTo(BOB);
            assertThat(desk.last().texts()).containsExactly("2", "3", "4");
        }

        @Test
        @DisplayName("loses nothing when it was another one")
        void another() {
            desk.tell("1", "2");
            desk.outbox.gone(BOB);
            assertThat(desk.deadLetters).isEmpty();
            desk.accepted();
            assertThat(desk.last().texts()).containsExactly("2");
        }

        @Test
        @DisplayName("follows no hint to it any longer")
        void detour() {
            desk.tell("1");
            desk.refusedWithHint(BOB);
            desk.accepted();
            desk.outbox.gone(BOB);
            desk.tell("2");
            assertThat(desk.last().to()).isEqualTo(ALICE);
        }

        @Test
        @DisplayName("sends a batch again that a member without a node did not take, but not after a repetition")
        void noNode() {
            desk.tell("1");
            desk.outbox.refused(ALICE, 1);
            assertThat(desk.deadLetters).isEmpty();
            desk.pauseIsOver();
            assertThat(desk.last()).isEqualTo(new Sent(ALICE, 2, List.of("1"), false));

            desk.noAnswerInTime();
            desk.outbox.refused(ALICE, 2);
            assertThat(desk.deadLetters).containsExactly("1 DELIVERY_UNKNOWN");
        }
    }

    @Nested
    @DisplayName("when it is closed")
    class Closed {

        @Test
        @DisplayName("leaves nobody in the dark: in flight is DELIVERY_UNKNOWN, waiting and later ones are STOPPED")
        void close() {
            desk.tell("1", "2");
            desk.outbox.close();
            desk.tell("3");
            assertThat(desk.deadLetters).containsExactly("1 DELIVERY_UNKNOWN", "2 STOPPED", "3 STOPPED");
            assertThat(desk.outbox.size()).isZero();
        }

        @Test
        @DisplayName("or has no hope, makes dead letters at once, saying why")
        void hopeless() {
            desk.tell("1", "2");
            desk.outbox.route(new Route.Refuse(DeadLetterReason.NEVER_STARTED));
            desk.tell("3");
            assertThat(desk.deadLetters).containsExactly("2 NEVER_STARTED", "3 NEVER_STARTED");
            desk.answered(Verdict.NOT_HOST, 0);
            assertThat(desk.deadLetters).contains("1 NEVER_STARTED");
        }
    }

    @Test
    @DisplayName("who waits for a reply learns which host has the message, so that its death ends the wait")
    void asksAccepted() {
        OutboxDesk desk = OutboxDesk.toAlice();
        desk.outbox.tell(Letter.ask("who?"));
        desk.outbox.tell(Letter.tell("listen"));
        desk.outbox.tell(Letter.ask("when?"));
        assertThat(desk.asksAccepted).isEmpty();
        desk.outbox.answered(ALICE, desk.last().sequence(), Verdict.ACCEPTED, 1, Optional.empty());
        assertThat(desk.asksAccepted).containsExactly("who?");
        desk.outbox.answered(ALICE, desk.last().sequence(), Verdict.NOT_HOST, 1, Optional.empty());
        assertThat(desk.asksAccepted).containsExactly("who?");
    }
}
