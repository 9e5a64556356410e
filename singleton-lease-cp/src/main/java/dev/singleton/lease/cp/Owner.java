package dev.singleton.lease.cp;

import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner thread: all that locks and unlocks, one call after the other. The sign of life of the session comes before
 * everything else. Its public-facing methods only put work into the inbox, and return at once.
 *
 * <p>The thread may hang in a call for two minutes. It is never replaced: what it has locked, only it can unlock; and what
 * it hangs on, a second one would hang on, too. When it comes back, it unlocks what nobody waits for any more.
 */
final class Owner implements Runnable {

    private static final long POLL = Duration.ofMillis(250).toNanos();
    private static final long AGAIN = Duration.ofSeconds(1).toNanos();
    /** So long may grants wait for further ones, which one sign of life confirms together. */
    private static final long GATHER = Duration.ofMillis(100).toNanos();

    private final Arbiter arbiter;
    private final CpNode node;
    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Agenda agenda = new Agenda();
    private final List<Grant> grants = new ArrayList<>();
    /** What is locked, or may be. */
    private final Set<Claim> kept = new LinkedHashSet<>();

    private @Nullable ArbiterSession session;
    private int sessions;
    /** When to show the next sign of life, or to open a session. */
    private long nextSign = System.nanoTime();

    private boolean ending;
    private long endingSince;

    private record Grant(Attempt attempt, long fence, long since) {}

    Owner(Arbiter arbiter, CpNode node) {
        this.arbiter = arbiter;
        this.node = node;
    }

    void ask(Attempt attempt) {
        inbox.add(() -> askAt(System.nanoTime(), attempt));
    }

    /** The lease may be free: an attempt that waits looks now. */
    void lookAgain(Attempt attempt) {
        inbox.add(() -> agenda.hurry(attempt, System.nanoTime()));
    }

    private void askAt(long nanos, Attempt attempt) {
        agenda.at(nanos, attempt, () -> attempt(attempt));
    }

    /** Gives back what the arbiter keeps for the lease; the outcome is told on this thread, null when it is free. */
    void release(CpLease lease, Consumer<@Nullable Throwable> outcome) {
        inbox.add(() -> agenda.urgent(() -> giveBack(lease.claim(), outcome)));
    }

    /** Gives back what the arbiter still keeps at that time, unless it was acquired anew. */
    void unlockAt(CpLease lease, long nanos) {
        inbox.add(() -> {
            int hold = lease.claim().hold();
            giveBackAt(nanos, lease.claim(), hold);
        });
    }

    private void giveBackAt(long nanos, Claim claim, int hold) {
        agenda.at(nanos, () -> {
            if (claim.hold() == hold) {
                giveBack(claim, failure -> {});
            }
        });
    }

    /** Ends the thread when everything is given back, also what must not be given back before it has run out. */
    void end() {
        inbox.add(() -> {
            ending = true;
            endingSince = System.nanoTime();
        });
    }

    @Override
    public void run() {
        while (true) {
            hear();
            if (ending && ended()) {
                break;
            }
            step();
        }
        if (session != null) {
            finish(session);
        }
    }

    private boolean ended() {
        if (session != null) {
            return agenda.isEmpty();
        }
        // What may be locked is looked for in the next session, unless the arbiter stays away.
        return kept.isEmpty()
                || System.nanoTime() - endingSince > node.terms().ttl().toNanos();
    }

    private void finish(ArbiterSession last) {
        try {
            for (Claim claim : List.copyOf(kept)) {
                free(last, claim);
            }
            last.close();
        } catch (RuntimeException failed) {
            node.endFailed(failed);
        }
    }

    /** Waits until there is something to do, or news. */
    private void hear() {
        try {
            long now = System.nanoTime();
            long sign = Math.max(0, nextSign - now);
            long idle = session == null ? sign : Math.min(agenda.idleNanos(now), sign);
            Runnable news = session == null || grants.isEmpty() ? inbox.poll(idle, TimeUnit.NANOSECONDS) : inbox.poll();
            for (; news != null; news = inbox.poll()) {
                news.run();
            }
        } catch (InterruptedException nobodyShould) {
            // This thread is ended by end() alone; an interrupt would only disturb Hazelcast's calls.
            boolean unusedCleared = Thread.interrupted();
        }
    }

    private void step() {
        long now = System.nanoTime();
        if (session == null) {
            open(now);
            return;
        }
        boolean confirm = !grants.isEmpty() && (agenda.idleNanos(now) > 0 || now - grants.get(0).since > GATHER);
        if (confirm || now - nextSign >= 0) {
            prove(session);
            return;
        }
        Runnable work = agenda.next(now);
        if (work != null) {
            work.run();
        }
    }

    private void open(long now) {
        if (now - nextSign < 0) {
            return;
        }
        Moment sent = Moment.now();
        try {
            session = arbiter.open();
            sessions++;
            node.proved(sent);
            nextSign = sent.nanos();
            kept.forEach(claim -> giveBackAt(nextSign, claim, claim.hold()));
        } catch (RuntimeException failed) {
            node.unanswered(failed);
            for (Attempt attempt : agenda.takeAttempts()) {
                attempt.lease().refused(attempt, new Acquisition.Failed(failed));
            }
            nextSign = System.nanoTime() + AGAIN;
        }
    }

    private void prove(ArbiterSession proving) {
        Moment sent = Moment.now();
        try {
            proving.prove();
        } catch (SessionLost lost) {
            lose(lost);
            return;
        } catch (RuntimeException unanswered) {
            node.unanswered(unanswered);
            nextSign = System.nanoTime()
                    + Math.min(AGAIN, node.terms().renewEvery().toNanos());
            return;
        }
        nextSign = sent.nanos() + node.terms().renewEvery().toNanos();
        node.proved(sent);
        List<Grant> confirmed = List.copyOf(grants);
        grants.clear();
        for (Grant grant : confirmed) {
            CpLease lease = grant.attempt.lease();
            if (!lease.granted(grant.attempt, Token.of(proving.epoch(), grant.fence), sent)) {
                lease.refused(
                        grant.attempt,
                        new Acquisition.Failed(new IllegalStateException(
                                "The lease was granted too late, or the node stands still: " + lease.typeName())));
                agenda.urgent(() -> giveBack(lease.claim(), failure -> {}));
            }
        }
    }

    /** The session is over: nothing is locked any more, and whoever asks goes on in the next one. */
    private void lose(SessionLost lost) {
        session = null;
        nextSign = System.nanoTime();
        node.sessionLost(lost);
        for (Grant grant : grants) {
            // Hazelcast may have taken this lock in the session that silently followed.
            doubt(grant.attempt.lease().claim());
            askAt(nextSign, grant.attempt);
        }
        grants.clear();
        kept.removeIf(claim -> !claim.unsure());
    }

    private void attempt(Attempt attempt) {
        ArbiterSession asked = session;
        Claim claim = attempt.lease().claim();
        if (!attempt.live()) {
            return;
        }
        if (asked == null) {
            askAt(System.nanoTime(), attempt);
            return;
        }
        try {
            free(asked, claim);
            lockOrPoll(asked, claim, attempt);
        } catch (SessionLost lost) {
            doubt(claim);
            lose(lost);
            askAt(nextSign, attempt);
        } catch (RuntimeException unanswered) {
            doubt(claim);
            node.unanswered(unanswered);
            attempt.lease().refused(attempt, new Acquisition.Failed(unanswered));
            giveBackAt(System.nanoTime() + AGAIN, claim, claim.hold());
        }
    }

    private void lockOrPoll(ArbiterSession asked, Claim claim, Attempt attempt) {
        // A refused tryLock is remembered by the arbiter until this node has held the lock, so it is not the way to
        // poll.
        boolean look = attempt.met() || claim.refused();
        long fence = look && asked.taken(claim.typeName()) ? 0 : asked.tryLock(claim.typeName());
        node.answered();
        if (fence != 0) {
            claim.locked(sessions);
            kept.add(claim);
            grants.add(new Grant(attempt, fence, System.nanoTime()));
            return;
        }
        claim.refuse();
        attempt.meet();
        if (attempt.began().nanosLeft(node.terms().patience(), Moment.now()) <= 0) {
            attempt.lease().refused(attempt, new Acquisition.Held("another node of the cluster"));
        } else {
            askAt(System.nanoTime() + POLL, attempt);
        }
    }

    private void giveBack(Claim claim, Consumer<@Nullable Throwable> outcome) {
        grants.removeIf(grant -> grant.attempt.lease().claim() == claim);
        ArbiterSession asked = session;
        if (asked == null) {
            // Whatever an earlier session had locked is free; what one may have locked since is looked for when asked.
            outcome.accept(null);
            return;
        }
        try {
            free(asked, claim);
            outcome.accept(null);
        } catch (SessionLost lost) {
            lose(lost);
            outcome.accept(lost.free() ? null : lost);
        } catch (RuntimeException unanswered) {
            node.unanswered(unanswered);
            outcome.accept(unanswered);
            giveBackAt(System.nanoTime() + AGAIN, claim, claim.hold());
        }
    }

    private void doubt(Claim claim) {
        claim.doubt();
        kept.add(claim);
    }

    private void free(ArbiterSession asked, Claim claim) {
        if (claim.unsure()) {
            asked.settle(claim.typeName());
        } else if (claim.lockedIn(sessions)) {
            asked.unlock(claim.typeName());
        } else {
            return;
        }
        claim.free();
        kept.remove(claim);
        node.answered();
    }
}
