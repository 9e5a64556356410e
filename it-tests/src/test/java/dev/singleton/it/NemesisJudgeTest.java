package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import dev.singleton.it.Fates.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The judge of a random run, on time lines made by hand,")
class NemesisJudgeTest {

    private final List<Event> events = new ArrayList<>();
    private long now = Duration.ofHours(1).toNanos();

    NemesisJudgeTest() {
        for (String life : List.of("n1#1", "n2#1", "n3#1")) {
            add(life, Kind.READY);
            add(life, Kind.VIEW, "n1 n2 n3");
        }
    }

    private void add(String life, Kind kind, String... fields) {
        now += Duration.ofMillis(1).toNanos();
        events.add(new Event(now, life, kind, List.of(fields)));
    }

    private void started(String life, String token) {
        add(life, Kind.STARTED, Nemesis.KEY, "0", token);
    }

    private void stopped(String life, String reason) {
        add(life, Kind.STOPPING, Nemesis.KEY, reason);
        add(life, Kind.STOPPED, Nemesis.KEY, reason);
    }

    /** Told a millisecond before. */
    private void handled(String life, String sender, long number) {
        add(life, Kind.HANDLED, Nemesis.KEY, sender, String.valueOf(number), String.valueOf(now));
    }

    private void handledToldAt(long toldAt, String life, String sender, long number) {
        add(life, Kind.HANDLED, Nemesis.KEY, sender, String.valueOf(number), String.valueOf(toldAt));
    }

    private void dead(String sender, long number, String reason) {
        add(sender, Kind.DEAD, Nemesis.KEY, sender, String.valueOf(number), reason);
    }

    private void told(String sender, long count) {
        add(sender, Kind.TOLD, Nemesis.KEY, String.valueOf(count));
    }

    private void killed(String life) {
        add(Event.OBSERVER, Kind.FAULT, "kill", life);
        add(life, Kind.GONE, "");
    }

    private void later(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private NemesisJudge judged(boolean leased) {
        return new NemesisJudge(Nemesis.KEY, events, leased, 0);
    }

    private void assertBroken(boolean leased, String... promises) {
        assertThat(judged(leased).broken())
                .extracting(sentence -> sentence.substring(0, sentence.indexOf(':')))
                .containsExactlyInAnyOrder(promises);
    }

    @Test
    @DisplayName("finds nothing in a quiet life")
    void quiet() {
        started("n1#1", "");
        handled("n1#1", "n2#1", 1);
        handled("n1#1", "n2#1", 2);
        told("n2#1", 2);

        assertBroken(false);
    }

    @Test
    @DisplayName("finds a message that is neither handled nor a dead letter")
    void lost() {
        started("n1#1", "");
        handled("n1#1", "n2#1", 1);
        handled("n1#1", "n2#1", 3);
        told("n2#1", 4);

        assertBroken(false, "unaccounted", "unaccounted");
    }

    @Test
    @DisplayName("lets a killed host take along what it had accepted, which comes before all that goes on elsewhere")
    void diedWithHost() {
        started("n1#1", "");
        handled("n1#1", "n2#1", 1);
        killed("n1#1");
        dead("n2#1", 3, "DELIVERY_UNKNOWN");
        started("n2#1", "");
        handled("n2#1", "n2#1", 4);
        told("n2#1", 4);

        assertBroken(false);
        assertThat(judged(false).fates.missing(End.WITH_ITS_HOST)).hasSize(1);
    }

    @Test
    @DisplayName("does not let a killed host take along what comes behind a message that went on elsewhere")
    void notWithHost() {
        started("n1#1", "");
        handled("n1#1", "n2#1", 1);
        killed("n1#1");
        dead("n2#1", 2, "DELIVERY_UNKNOWN");
        started("n2#1", "");
        handled("n2#1", "n2#1", 4);
        told("n2#1", 4);

        assertBroken(false, "unaccounted");
    }

    @Test
    @DisplayName("does not let a killed node take along anything that was no host, or was one before")
    void notWithStandby() {
        started("n1#1", "");
        handled("n1#1", "n2#1", 1);
        stopped("n1#1", "MOVED");
        started("n2#1", "");
        killed("n1#1");
        killed("n3#1");
        handled("n2#1", "n2#1", 3);
        told("n2#1", 3);

        assertBroken(false, "unaccounted");
    }

    @Test
    @DisplayName("counts what a killed node told apart")
    void toldByTheDead() {
        started("n1#1", "");
        handled("n1#1", "n2#1", 1);
        handled("n1#1", "n2#1", 3);
        killed("n2#1");

        assertBroken(false);
        assertThat(judged(false).fates.missing(End.WITH_ITS_TELLER)).hasSize(1);
    }

    @Test
    @DisplayName(
            "finds a message that is handled twice, or after a later one, or though its dead letter says that it was not")
    void twiceLateAndDead() {
        started("n1#1", "");
        handled("n1#1", "n2#1", 2);
        handled("n1#1", "n2#1", 2);
        handled("n1#1", "n2#1", 1);
        dead("n2#1", 1, "STOPPED");

        assertBroken(false, "repeated", "reordered", "dead yet handled");
    }

    @Test
    @DisplayName("excuses a late message when a member had been removed that lived, and not when one had been killed")
    void excusedOrder() {
        started("n1#1", "");
        long told = now;
        add("n2#1", Kind.VIEW, "n2 n3");
        handled("n1#1", "n2#1", 2);
        handledToldAt(told, "n1#1", "n2#1", 1);
        assertBroken(false);

        later(60);
        killed("n3#1");
        add("n2#1", Kind.VIEW, "n2");
        handled("n1#1", "n2#1", 4);
        handled("n1#1", "n2#1", 3);
        assertBroken(false, "reordered");
    }

    @Test
    @DisplayName("without a lease, finds a second instance on a node that saw the first, and excuses one that did not")
    void twoInstances() {
        started("n1#1", "");
        later(10);
        started("n2#1", "");
        assertBroken(false, "double hosting");

        stopped("n2#1", "MOVED");
        add("n3#1", Kind.VIEW, "n2 n3");
        later(10);
        started("n3#1", "");
        assertBroken(false, "double hosting");
    }

    @Test
    @DisplayName(
            "without a lease, excuses a restart on a node that was paused and does not know yet that it was removed")
    void restartedAfterPause() {
        started("n1#1", "");
        later(10);
        add("n2#1", Kind.VIEW, "n2 n3");
        started("n2#1", "");
        later(10);
        stopped("n1#1", "RESTART");
        started("n1#1", "");

        assertBroken(false);
    }

    @Test
    @DisplayName("under a lease, lets an old instance end the message in hand, and finds the next one")
    void messageInHand() {
        started("n1#1", "7");
        add("n2#1", Kind.VIEW, "n2 n3");
        started("n2#1", "8");
        handled("n1#1", "n2#1", 1);
        assertBroken(true);

        handled("n1#1", "n2#1", 2);
        assertBroken(true, "double hosting");
    }

    @Test
    @DisplayName("under a lease, finds an instance with a smaller token than one before, and what it wrote")
    void smallerToken() {
        started("n1#1", "7");
        add("n1#1", Kind.WRITTEN, Nemesis.KEY, "n1#1", "0", "7");
        stopped("n1#1", "MOVED");
        started("n2#1", "6");
        assertBroken(true, "double hosting");

        add("n2#1", Kind.WRITTEN, Nemesis.KEY, "n2#1", "0", "6");
        assertBroken(true, "double hosting", "double hosting");
    }

    @Test
    @DisplayName("under a lease, finds an instance without a token of its own")
    void sameToken() {
        started("n1#1", "7");
        stopped("n1#1", "MOVED");
        started("n2#1", "7");

        assertBroken(true, "double hosting");
    }

    @Test
    @DisplayName(
            "finds a dead letter in a planned move, an episode that never ended, and a cluster without an instance")
    void episodes() {
        Fault leave = new Fault(FaultKind.LEAVE, Duration.ZERO, Duration.ofSeconds(1), List.of("n1"), List.of(), 0);
        started("n2#1", "");
        Episode first = new Episode(1, Duration.ZERO, List.of(leave));
        events.add(Played.begin(now, first));
        dead("n2#1", 1, "DELIVERY_UNKNOWN");
        stopped("n2#1", "MOVED");
        events.add(Played.mark(now, Played.SETTLED, first));
        events.add(Played.begin(now, new Episode(2, Duration.ZERO, List.of(leave))));

        assertBroken(false, "lost in a planned move", "instances", "liveness");
    }
}
