package dev.singleton.lease.cp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.lease.cp.Contact.Obstacle;
import dev.singleton.spi.Lease;
import dev.singleton.spi.Lease.Acquisition;
import dev.singleton.testkit.LogBook;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Errors where nobody expects them, an arbiter that never answers again, and a member that is not in its place. */
class FaultLogTest {

    private static final InForce IN_FORCE = new InForce(
            Duration.ofSeconds(2),
            Duration.ofMillis(200),
            Duration.ofMillis(500),
            Duration.ofMillis(400),
            "test",
            3,
            true,
            false);

    private final String name = "test-" + UUID.randomUUID();
    private final ScriptedSession session = new ScriptedSession();
    private final AtomicReference<Obstacle> obstacle = new AtomicReference<>(Obstacle.NONE);
    private final AtomicBoolean placeFails = new AtomicBoolean();
    private final CpNode node =
            new CpNode(name, IN_FORCE, () -> session, new Contact("test", IN_FORCE, this::place, this::leaseClosed));
    private final List<String> losses = new CopyOnWriteArrayList<>();
    private final CpLease lease = new CpLease("type", node, losses::add);

    private Obstacle place() {
        if (Thread.currentThread().getName().contains("-owner ") && placeFails.getAndSet(false)) {
            throw new StackOverflowError("in the place");
        }
        return obstacle.get();
    }

    private void leaseClosed() {
        if (node.unused()) {
            node.end();
        }
    }

    private void start() {
        node.add(lease);
        node.start();
    }

    private boolean ownerRuns() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("singleton-lease-cp-owner " + name));
    }

    @AfterEach
    void close() {
        session.answerNow();
        lease.close();
    }

    @Test
    void anErrorOfTheArbiterIsAnAnswerThatIsMissingAndTheOwnerGoesOn() {
        start();
        Seat.await(lease.acquire());

        session.throwAlways(new StackOverflowError("scripted"));
        Seat.eventually("the lease runs out", () -> losses.size() == 1);
        session.answerNow();

        Seat.eventually("it is had again", () -> Seat.await(lease.acquire()) instanceof Acquisition.Granted);
        assertThat(lease.condition().usable()).isTrue();
        Seat.await(lease.release());
    }

    @Test
    void anErrorAnywhereElseIsToldOnceAndTheOwnerGoesOn() {
        try (LogBook log = new LogBook()) {
            start();
            placeFails.set(true);

            assertThat(Seat.await(lease.acquire())).isInstanceOf(Acquisition.Failed.class);

            Seat.eventually("it goes on", () -> Seat.await(lease.acquire()) instanceof Acquisition.Granted);
            assertThat(log.warnings("the owner of the locks failed")).hasSize(1);
            Seat.await(lease.release());
        }
    }

    @Test
    void aListenerThatThrowsErrorsHarmsNobodyElse() {
        AtomicBoolean broken = new AtomicBoolean();
        CpLease other = new CpLease("broken", node, new Lease.Listener() {
            @Override
            public void lost(String reason) {
                throw new StackOverflowError("in lost()");
            }

            @Override
            public long lastProgress() {
                if (broken.get()) {
                    throw new StackOverflowError("in lastProgress()");
                }
                return System.nanoTime();
            }
        });
        node.add(other);
        start();
        Seat.await(other.acquire());
        Seat.await(lease.acquire());
        broken.set(true);
        long until = lease.validUntil().orElseThrow();

        Seat.eventually("it is prolonged all the same", () -> lease.validUntil().orElseThrow() - until > 0);
        session.throwAlways(new IllegalStateException("No answer"));

        Seat.eventually("the loss is told all the same", () -> losses.size() == 1);
        broken.set(false);
        other.close();
    }

    @Test
    void theOwnerEndsAfterTheTimeToLiveAlthoughTheArbiterNeverAnswersAgain() {
        start();
        Seat.await(lease.acquire());
        session.throwAlways(new IllegalStateException("No answer"));

        lease.close();

        Seat.eventually("the thread has ended", () -> !ownerRuns());
    }

    @Test
    void aMemberThatIsNotInItsPlaceGetsNoLeaseAndSaysWhy() {
        start();
        obstacle.set(Obstacle.lasting("two legs are missing"));

        Acquisition refused = Seat.await(lease.acquire());

        assertThat(((Acquisition.Failed) refused).cause()).hasMessage("cp: two legs are missing");
        assertThat(lease.condition().text()).isEqualTo("cp: two legs are missing");
        assertThat(session.calls).doesNotContain("tryLock");
    }

    @Test
    void whatPassesIsWaitedForAndNotForEver() {
        start();
        obstacle.set(Obstacle.passing("a leg is fetched"));

        Acquisition refused = Seat.await(lease.acquire());
        assertThat(((Acquisition.Failed) refused).cause()).hasMessageContaining("a leg is fetched");
        assertThat(session.calls).doesNotContain("tryLock");
        var waiting = lease.acquire();
        obstacle.set(Obstacle.NONE);

        assertThat(Seat.await(waiting)).isInstanceOf(Acquisition.Granted.class);
        Seat.await(lease.release());
    }
}
