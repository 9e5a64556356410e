package dev.singleton.proxy;

import static dev.singleton.proxy.Nodes.ALICE;
import static dev.singleton.proxy.Nodes.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.wire.Frame.Verdict;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The bounds of an outbox")
class OutboxBoundsTest {

    private final OutboxDesk desk = new OutboxDesk(3, 5);

    @Test
    @DisplayName(
            "while nobody hosts, messages wait up to the buffer size; then the newest is dropped, with one warning")
    void buffer() {
        desk.tell("1", "2", "3", "4", "5");
        assertThat(desk.deadLetters).containsExactly("4 NO_HOST_BUFFER_FULL", "5 NO_HOST_BUFFER_FULL");
        assertThat(desk.warnings).containsExactly("NO_HOST_BUFFER_FULL at 3");

        desk.routeTo(ALICE);
        assertThat(desk.last().texts()).containsExactly("1", "2", "3");
    }

    @Test
    @DisplayName("while a host is slow, they wait up to the capacity, the batch in flight among them")
    void capacity() {
        desk.routeTo(ALICE);
        desk.tell(Letter.texts(1, 7));
        assertThat(desk.deadLetters).containsExactly("6 OUTBOX_FULL", "7 OUTBOX_FULL");
        assertThat(desk.warnings).containsExactly("OUTBOX_FULL at 5");
    }

    @Test
    @DisplayName("the warning comes again after the outbox was empty, and not before")
    void rearmed() {
        desk.routeTo(ALICE);
        desk.tell(Letter.texts(1, 6));
        desk.accepted();
        desk.tell("7", "8");
        assertThat(desk.deadLetters).containsExactly("6 OUTBOX_FULL", "8 OUTBOX_FULL");
        assertThat(desk.warnings).hasSize(1);

        desk.accepted();
        desk.accepted();
        assertThat(desk.outbox.size()).isZero();
        desk.tell(Letter.texts(1, 6));
        assertThat(desk.warnings).hasSize(2);
    }

    @Test
    @DisplayName("what a host had accepted and hands back is never dropped at a bound, and goes first")
    void putBack() {
        desk.tell("8", "9");
        desk.outbox.putBack(Letter.numbered(1, 7));
        assertThat(desk.outbox.size()).isEqualTo(9);
        desk.routeTo(BOB);
        assertThat(desk.last().texts()).isEqualTo(Letter.texts(1, 9));
    }

    @Test
    @DisplayName("an ask fails at once when nobody can host, and takes no room")
    void askWithoutHost() {
        desk.outbox.route(new Route.NoHost());
        desk.outbox.tell(Letter.ask("who?"));
        assertThat(desk.unavailable).containsExactly("who?");
        assertThat(desk.outbox.size()).isZero();
        assertThat(desk.deadLetters).isEmpty();
    }

    @Test
    @DisplayName(
            "an ask waits while this node has not heard from all members, and fails once it has and nobody can host")
    void askBeforeAllIsKnown() {
        desk.outbox.tell(Letter.ask("who?"));
        assertThat(desk.unavailable).isEmpty();
        desk.outbox.route(new Route.NoHost());
        assertThat(desk.unavailable).containsExactly("who?");
    }

    @Test
    @DisplayName("asks that wait fail when the last host goes, tells stay")
    void askLosesHost() {
        desk.routeTo(ALICE);
        desk.tell("in flight");
        desk.outbox.tell(Letter.ask("who?"));
        desk.tell("later");
        desk.nobodyHosts();
        assertThat(desk.unavailable).containsExactly("who?");
        assertThat(desk.outbox.size()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "an ask that comes back when nobody can host any longer fails too, instead of waiting for its time-out")
    void askComesBack() {
        desk.routeTo(ALICE);
        desk.outbox.tell(Letter.ask("who?"));
        desk.nobodyHosts();
        assertThat(desk.unavailable).isEmpty();
        desk.answered(Verdict.NOT_HOST, 0);
        assertThat(desk.unavailable).containsExactly("who?");

        desk.outbox.putBack(List.of(Letter.ask("and now?"), Letter.tell("stays")));
        assertThat(desk.unavailable).containsExactly("who?", "and now?");
        assertThat(desk.outbox.size()).isEqualTo(1);
    }

    @Test
    @DisplayName("a message for whose reply nobody waits any longer is not sent; those around it are")
    void expired() {
        desk.routeTo(ALICE);
        Letter late = Letter.ask("late");
        desk.tell("1");
        desk.outbox.tell(late);
        desk.tell("2");
        late.expire();
        desk.accepted();
        assertThat(desk.deadLetters).containsExactly("late EXPIRED");
        assertThat(desk.last().texts()).containsExactly("2");
    }

    @Test
    @DisplayName("when all that waits has expired, the outbox is empty and the next message goes at once")
    void allExpired() {
        desk.routeTo(ALICE);
        Letter late = Letter.ask("late");
        desk.tell("1");
        desk.outbox.tell(late);
        late.expire();
        desk.accepted();
        assertThat(desk.outbox.size()).isZero();
        desk.tell("2");
        assertThat(desk.last().texts()).containsExactly("2");
    }

    @Test
    @DisplayName("a poison message does not stop the stream: it alone is a dead letter")
    void poison() {
        desk.routeTo(ALICE);
        Letter poison = Letter.tell("poison");
        desk.tell("1");
        desk.outbox.tell(poison);
        desk.tell("2");
        desk.cannotEncode(poison);
        desk.accepted();
        assertThat(desk.deadLetters).containsExactly("poison NOT_SERIALIZABLE");
        assertThat(desk.last().texts()).containsExactly("2");
        desk.accepted();
        assertThat(desk.outbox.size()).isZero();
    }

    @Test
    @DisplayName("a poison message alone in its batch leaves the way free for the next one")
    void poisonAlone() {
        desk.routeTo(ALICE);
        Letter poison = Letter.tell("poison");
        desk.cannotEncode(poison);
        desk.outbox.tell(poison);
        desk.tell("1");
        assertThat(desk.deadLetters).containsExactly("poison NOT_SERIALIZABLE");
        assertThat(desk.last().texts()).containsExactly("1");
    }

    @Test
    @DisplayName("a batch too large for one frame goes in pieces, in order")
    void pieces() {
        desk.routeTo(ALICE);
        desk.tell("0");
        desk.tell("1", "2", "3");
        desk.fits(2);
        desk.accepted();
        assertThat(desk.last().texts()).containsExactly("1", "2");
        desk.accepted();
        assertThat(desk.last().texts()).containsExactly("3");
        desk.accepted();
        assertThat(desk.outbox.size()).isZero();
    }
}
