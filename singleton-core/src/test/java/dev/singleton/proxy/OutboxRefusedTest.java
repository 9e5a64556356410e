package dev.singleton.proxy;

import static dev.singleton.proxy.Nodes.ALICE;
import static dev.singleton.proxy.Nodes.BOB;
import static dev.singleton.proxy.Nodes.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.proxy.OutboxDesk.Sent;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An outbox whose batch is refused")
class OutboxRefusedTest {

    private final OutboxDesk desk = OutboxDesk.toAlice();

    @Test
    @DisplayName("sends it at once to the host that the hint names, and what gathered behind it, in order")
    void hint() {
        desk.tell("1", "2", "3");
        desk.refusedWithHint(BOB);
        assertThat(desk.last()).isEqualTo(new Sent(BOB, 2, List.of("1", "2", "3"), false));
        assertThat(desk.pauses).isEmpty();
    }

    @Test
    @DisplayName("sends on only what was not accepted")
    void partly() {
        desk.tell("0");
        desk.tell("1", "2", "3");
        desk.accepted();
        desk.outbox.answered(ALICE, 2, Verdict.NOT_HOST, 2, Optional.of(BOB));
        assertThat(desk.last()).isEqualTo(new Sent(BOB, 3, List.of("3"), false));
    }

    @Test
    @DisplayName("does not go round in circles: after three hints it pauses and asks its own picture again")
    void circles() {
        desk.tell("1");
        desk.refusedWithHint(BOB);
        desk.refusedWithHint(CAROL);
        desk.refusedWithHint(BOB);
        assertThat(desk.pauses).isEmpty();
        desk.refusedWithHint(CAROL);
        assertThat(desk.sent).extracting(Sent::to).containsExactly(ALICE, BOB, CAROL, BOB);
        assertThat(desk.pauses).hasSize(1);

        desk.pauseIsOver();
        assertThat(desk.last().to()).isEqualTo(ALICE);
    }

    @Test
    @DisplayName("takes no hint from a node that names itself")
    void selfish() {
        desk.tell("1");
        desk.refusedWithHint(ALICE);
        assertThat(desk.sent).hasSize(1);
        assertThat(desk.pauses).hasSize(1);
    }

    @Test
    @DisplayName("pauses for longer and longer, a second at most, and sends nothing meanwhile")
    void pauses() {
        desk.tell("1");
        for (int i = 0; i < 10; i++) {
            desk.answered(Verdict.NOT_HOST, 0);
            desk.tell("more");
            desk.pauseIsOver();
        }
        assertThat(desk.pauses).isSorted().contains(Duration.ofSeconds(1));
        assertThat(desk.pauses.get(0)).isLessThan(Duration.ofMillis(100));
        assertThat(desk.sent).hasSize(11).allMatch(sent -> sent.texts().get(0).equals("1"));
    }

    @Test
    @DisplayName("ends the pause as soon as another node is elected, and hears no old timer after that")
    void routeEndsPause() {
        desk.tell("1");
        desk.answered(Verdict.NOT_HOST, 0);
        desk.routeTo(BOB);
        assertThat(desk.last()).isEqualTo(new Sent(BOB, 2, List.of("1"), false));
        desk.pauseIsOver();
        assertThat(desk.sent).hasSize(2);
    }

    @Test
    @DisplayName("tries a busy host again after a moment, however often")
    void busy() {
        desk.tell("1");
        for (int i = 0; i < 100; i++) {
            desk.answered(Verdict.BUSY, 0);
            desk.pauseIsOver();
        }
        desk.accepted();
        assertThat(desk.deadLetters).isEmpty();
        assertThat(desk.outbox.size()).isZero();
    }

    @Test
    @DisplayName("gives the batch up when the nodes disagree for too long, and goes on with the next")
    void disagreement() {
        desk.tell("1");
        for (int i = 0; i < 21; i++) {
            if (i == 20) {
                desk.tell("2");
            }
            desk.answered(Verdict.NOT_HOST, 0);
            desk.pauseIsOver();
        }
        assertThat(desk.deadLetters).containsExactly("1 HOST_DISAGREEMENT");
        assertThat(desk.last().texts()).containsExactly("2");
    }

    @Test
    @DisplayName("makes dead letters of a batch that an incompatible node refuses, never sending it elsewhere")
    void incompatible() {
        desk.tell("1", "2");
        desk.answered(Verdict.INCOMPATIBLE, 0);
        assertThat(desk.deadLetters).containsExactly("1 INCOMPATIBLE");
        assertThat(desk.last().texts()).containsExactly("2");
    }

    @Test
    @DisplayName("keeps the order over refusals, partial answers, hints and moves (a long random walk)")
    void order() {
        Random random = new Random(5);
        List<String> arrived = new ArrayList<>();
        int told = 0;
        for (int step = 0; step < 5_000; step++) {
            if (told < 700) {
                desk.tell(String.valueOf(told++));
            }
            Sent flying = desk.last();
            int taken = random.nextInt(flying.texts().size() + 1);
            switch (random.nextInt(4)) {
                case 0 -> desk.routeTo(random.nextBoolean() ? ALICE : BOB);
                case 1 -> desk.pauseIsOver();
                default -> {
                    int before = desk.outbox.size();
                    Verdict verdict = taken == flying.texts().size() ? Verdict.ACCEPTED : Verdict.BUSY;
                    desk.outbox.answered(flying.to(), flying.sequence(), verdict, taken, Optional.empty());
                    arrived.addAll(flying.texts().subList(0, before - desk.outbox.size()));
                }
            }
        }
        assertThat(arrived)
                .isEqualTo(Stream.iterate(0, i -> i + 1)
                        .limit(700)
                        .map(String::valueOf)
                        .toList());
        assertThat(desk.deadLetters).isEmpty();
    }
}
