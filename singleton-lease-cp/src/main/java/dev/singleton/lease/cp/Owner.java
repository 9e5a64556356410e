package dev.singleton.lease.cp;

import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
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

    private final Arbiter arbiter;
    private final CpNode node;
    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Agenda agenda = new Agenda();
    private final Grants grants = new Grants();
    private final Claims claims = new Claims();
    private @Nullable ArbiterSession session;
    /** When to show the next sign of life, or to open a session. */
    private long nextSign = System.nanoTime();
    /** The last sign was not answered: the next one is shown at its time, whoever waits for it. */
    private boolean silent;

    private boolean ending;
    private long endingSince;

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
        return claims.kept().isEmpty()
                || System.nanoTime() - endingSince > node.terms().ttl().toNanos();
    }

    private void finish(ArbiterSession last) {
        try {
            for (Claim claim : claims.kept()) {
                claims.free(last, claim);
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
            Runnable news = session == null || silent || grants.isEmpty()
                    ? inbox.poll(idle, TimeUnit.NANOSECONDS)
                    : inbox.poll();
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
            agenda.runUrgent();
            open(now);
            return;
        }
        boolean confirm = !silent && grants.due(now, agenda.idleNanos(now) > 0);
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
            claims.sessionBegins();
            node.proved(sent);
            nextSign = sent.nanos();
            claims.kept().forEach(claim -> giveBackAt(nextSign, claim, claim.hold()));
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
            silent = true;
            nextSign = System.nanoTime()
                    + Math.min(AGAIN, node.terms().renewEvery().toNanos());
            return;
        }
        nextSign = sent.nanos() + node.terms().renewEvery().toNanos();
        silent = false;
        node.proved(sent);
        for (Grants.Grant grant : grants.takeAll()) {
            CpLease lease = grant.lease();
            if (!lease.granted(grant.attempt(), Token.of(proving.epoch(), grant.fence()), sent)) {
                lease.refused(
                        grant.attempt(),
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
        for (Grants.Grant grant : grants.takeAll()) {
            // Hazelcast may have taken this lock in the session that silently followed.
            claims.doubt(grant.lease().claim());
            askAt(nextSign, grant.attempt());
        }
        silent = false;
        claims.sessionIsOver();
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
            claims.free(asked, claim);
            lockOrPoll(asked, claim, attempt);
        } catch (SessionLost lost) {
            claims.doubt(claim);
            lose(lost);
            askAt(nextSign, attempt);
        } catch (RuntimeException unanswered) {
            claims.doubt(claim);
            node.unanswered(unanswered);
            attempt.lease().refused(attempt, new Acquisition.Failed(unanswered));
            giveBackAt(System.nanoTime() + AGAIN, claim, claim.hold());
            // What was sent may still be on its way; when that much time has passed it is not.
            lookForAt(System.nanoTime() + node.terms().ttl().toNanos(), claim, claim.hold());
        }
    }

    private void lookForAt(long nanos, Claim claim, int hold) {
        agenda.at(nanos, () -> {
            if (claim.hold() == hold) {
                claims.doubt(claim);
                giveBack(claim, failure -> {});
            }
        });
    }

    private void lockOrPoll(ArbiterSession asked, Claim claim, Attempt attempt) {
        // A refused tryLock is remembered by the arbiter until this node has held the lock: it is not the way to poll.
        boolean look = attempt.met() || claim.refused();
        long fence = look && asked.taken(claim.typeName()) ? 0 : asked.tryLock(claim.typeName());
        node.answered();
        if (fence != 0) {
            claims.locked(claim);
            grants.add(attempt, fence);
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
        grants.drop(claim);
        ArbiterSession asked = session;
        if (asked == null) {
            // What an earlier session had locked is free; what may be locked since is looked for when there is a
            // session.
            outcome.accept(
                    claim.unsure()
                            ? new IllegalStateException("There is no session with the arbiter at the moment")
                            : null);
            return;
        }
        try {
            if (claims.free(asked, claim)) {
                node.answered();
            }
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
}
