package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.lease.cp.Contact.Obstacle;
import dev.singleton.spi.Lease;
import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An arbiter that the test holds in its hand: it answers late, or not at all. */
class LateAnswersTest {

    private static final InForce IN_FORCE = new InForce(
            Duration.ofSeconds(2),
            Duration.ofMillis(200),
            Duration.ofMillis(500),
            Duration.ofMillis(400),
            "test",
            3,
            true,
            false);

    private final ScriptedSession session = new ScriptedSession();
    private final CpNode node = new CpNode(
            "test", IN_FORCE, () -> session, new Contact("test", IN_FORCE, () -> Obstacle.NONE, this::leaseClosed));
    private final List<String> losses = new CopyOnWriteArrayList<>();
    private final CpLease lease = new CpLease("type", node, losses::add);

    private void leaseClosed() {
        if (node.unused()) {
            node.end();
        }
    }

    @AfterEach
    void close() {
        session.answerNow();
        lease.close();
    }

    private void start() {
        node.add(lease);
        node.start();
    }

    @Test
    void aGrantThatComesAfterTheAttemptWasAnsweredIsGivenBack() {
        start();
        session.hangInTryLock();

        assertThat(Seat.await(lease.acquire())).isInstanceOf(Acquisition.Failed.class);
        assertThat(session.calls).doesNotContain("unlock");
        session.answerNow();

        Seat.eventually("it is given back", () -> session.calls.contains("unlock"));
        assertThat(lease.validUntil()).isEmpty();
        assertThat(losses).isEmpty();
    }

    @Test
    void aTryThatWasNotAnsweredIsSettledBecauseItMayHaveLocked() {
        start();
        session.failNextTryLock();

        assertThat(Seat.await(lease.acquire())).isInstanceOf(Acquisition.Failed.class);

        Seat.eventually("it is settled", () -> session.calls.contains("settle"));
    }

    @Test
    void whoAcquiresAnewAfterAnUnansweredTryIsSettledFirstAndKeepsItThen() {
        start();
        session.failNextTryLock();
        Seat.await(lease.acquire());

        assertThat(Seat.await(lease.acquire())).isInstanceOf(Acquisition.Granted.class);

        int granted = session.calls.size();
        assertThat(session.calls.indexOf("settle")).isLessThan(session.calls.lastIndexOf("tryLock"));
        Seat.eventually("a second of signs of life", () -> session.calls.size() > granted + 7);
        assertThat(session.calls.subList(granted, session.calls.size())).containsOnly("prove");
        Seat.await(lease.release());
    }

    @Test
    void signsOfLifeThatTakeLongerThanTheTimeBetweenTwoDoNotKeepAReleaseFromItsTurn() {
        start();
        Seat.await(lease.acquire());
        session.proveTakes(IN_FORCE.renewEvery().plusMillis(100));
        long shown = session.count("prove");
        Seat.eventually("the next sign is always due", () -> session.count("prove") > shown + 2);

        var unused = lease.release();

        Seat.eventually("it is given back", () -> session.calls.contains("unlock"));
        long then = session.count("prove");
        Seat.eventually("signs go on", () -> session.count("prove") > then);
    }

    @Test
    void aLeaseThatIsClosedWhileItIsHeldRunsOutAndIsNotGivenBackBefore() {
        start();
        Seat.await(lease.acquire());
        long until = lease.validUntil().orElseThrow();

        lease.close();

        Seat.eventually("it is given back", () -> session.calls.contains("unlock"));
        assertThat(session.unlockedAt.get() - until).isPositive();
        assertThat(lease.validUntil().orElseThrow() - System.nanoTime()).isNegative();
        assertThat(losses).isEmpty();
        Seat.eventually("the session is closed", () -> session.calls.contains("close"));
    }

    @Test
    void aHolderWhoseArbiterHangsIsToldByItsOwnClockAndTheReleaseOfAnotherIsAnswered() {
        start();
        Lease.Acquisition granted = Seat.await(lease.acquire());
        assertThat(granted).isInstanceOf(Acquisition.Granted.class);

        session.hangInProve();

        Seat.eventually("the loss is told", () -> !losses.isEmpty());
        assertThat(losses).hasSize(1);
        assertThat(losses.get(0)).contains("no sign of life");
        assertThat(lease.validUntil()).isEmpty();
        session.answerNow();
        Seat.eventually("what the arbiter kept is given back", () -> session.calls.contains("unlock"));
    }

    /** The node's own clock finds it at once, the watch a moment later; a sign of life may come in between. */
    @Test
    void aLeaseThatHasRunOutIsNotRevivedAndIsAcquiredAnew() {
        FrozenListener listener = new FrozenListener();
        CpLease own = new CpLease("frozen", node, listener);
        node.add(own);
        start();
        for (int round = 1; round <= 3; round++) {
            assertThat(Seat.await(own.acquire())).isInstanceOf(Acquisition.Granted.class);
            int told = round;
            listener.freezeUntilItHasRunOut(own);

            own.prove(Moment.now());

            assertThat(left(own)).isNotPositive();
            assertThat(Seat.await(own.acquire())).isInstanceOf(Acquisition.Granted.class);
            Seat.eventually("the loss is told", () -> listener.losses.size() == told);
            Seat.await(own.release());
        }
        own.close();
    }

    @Test
    void whatIsLeftOfALeaseThatRanOutDoesNotEndTheNextOne() {
        FrozenListener listener = new FrozenListener();
        CpLease own = new CpLease("frozen", node, listener);
        node.add(own);
        start();
        Seat.await(own.acquire());
        listener.freezeUntilItHasRunOut(own);
        assertThat(Seat.await(own.acquire())).isInstanceOf(Acquisition.Granted.class);
        long granted = System.nanoTime();

        Seat.eventually(
                "the time of the first one is over at the arbiter",
                () -> System.nanoTime() - granted > IN_FORCE.ttl().toNanos());

        assertThat(session.count("unlock")).as("before it was locked anew").isEqualTo(1);
        assertThat(left(own)).isPositive();
        assertThat(listener.losses).hasSize(1);
        Seat.await(own.release());
        own.close();
    }

    private static long left(Lease lease) {
        long now = System.nanoTime();
        return lease.validUntil().orElse(now) - now;
    }

    private static final class FrozenListener implements Lease.Listener {
        private final List<String> losses = new CopyOnWriteArrayList<>();
        private volatile long frozenAt;

        void freezeUntilItHasRunOut(Lease lease) {
            frozenAt = System.nanoTime();
            while (left(lease) > 0) {
                Thread.onSpinWait();
            }
            frozenAt = 0;
        }

        @Override
        public void lost(String reason) {
            losses.add(reason);
        }

        @Override
        public long lastProgress() {
            return frozenAt == 0 ? System.nanoTime() : frozenAt;
        }
    }
}
