package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.lease.cp.Contact.Obstacle;
import dev.singleton.spi.Lease;
import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An arbiter that the test holds in its hand: it answers late, or not at all. */
class LateAnswersTest {

    private static final InForce TERMS = new InForce(
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
            "test", TERMS, () -> session, new Contact("test", TERMS, () -> Obstacle.NONE, this::leaseClosed));
    private final List<String> losses = new CopyOnWriteArrayList<>();
    private final CpLease lease = new CpLease("type", node, losses::add);

    private void leaseClosed() {
        node.end();
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

    /** Unproven everything, and remembers what it was asked. */
    private static final class ScriptedSession implements ArbiterSession {
        private final List<String> calls = new CopyOnWriteArrayList<>();
        private final AtomicReference<CountDownLatch> tryLockHangs = new AtomicReference<>(new CountDownLatch(0));
        private final AtomicReference<CountDownLatch> proveHangs = new AtomicReference<>(new CountDownLatch(0));
        private final AtomicLong unlockedAt = new AtomicLong();
        private volatile boolean failing;
        private long fences;

        void hangInTryLock() {
            tryLockHangs.set(new CountDownLatch(1));
        }

        void hangInProve() {
            proveHangs.set(new CountDownLatch(1));
        }

        void failNextTryLock() {
            failing = true;
        }

        void answerNow() {
            tryLockHangs.get().countDown();
            proveHangs.get().countDown();
        }

        private static void pass(AtomicReference<CountDownLatch> door) {
            try {
                door.get().await();
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
        }

        @Override
        public long epoch() {
            return 1;
        }

        @Override
        public void prove() {
            calls.add("prove");
            pass(proveHangs);
        }

        @Override
        public boolean taken(String typeName) {
            calls.add("taken");
            return false;
        }

        @Override
        public long tryLock(String typeName) {
            calls.add("tryLock");
            pass(tryLockHangs);
            if (failing) {
                failing = false;
                throw new IllegalStateException("No answer");
            }
            return ++fences;
        }

        @Override
        public void unlock(String typeName) {
            unlockedAt.set(System.nanoTime());
            calls.add("unlock");
        }

        @Override
        public void settle(String typeName) {
            calls.add("settle");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }
}
