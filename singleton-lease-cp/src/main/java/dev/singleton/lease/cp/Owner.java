package dev.singleton.lease.cp;

import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner thread: all that locks and unlocks, one call after the other. The sign of life of the session comes before
 * everything else, but for one call between two signs. Its public-facing methods only put work into the inbox, and return at once.
 *
 * <p>The thread may hang in a call, also when only the answer was lost, for twice Hazelcast's call time-out, which {@link
 * CpConfig} makes shorter. It is never replaced: what it has locked, only it can unlock. When it comes back, it unlocks what
 * nobody waits for any more. For the same reason no exception and no error ends it.
 */
final class Owner implements Runnable {

    private static final long AGAIN = Duration.ofSeconds(1).toNanos();

    private final Arbiter arbiter;
    private final CpNode node;
    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Agenda agenda = new Agenda();
    private final LockWork work;
    private @Nullable ArbiterSession session;
    /** When to show the next sign of life, or to open a session. */
    private long nextSign = System.nanoTime();
    /** The last sign was not answered: the next one is shown at its time, whoever waits for it. */
    private boolean silent;
    /** The last step was a sign of life. Where one takes longer than the time between two, other work gets its turn. */
    private boolean shown;

    private boolean ending;
    private long endingSince;

    Owner(Arbiter arbiter, CpNode node) {
        this.arbiter = arbiter;
        this.node = node;
        this.work = new LockWork(this, node, agenda);
    }

    void ask(AcquireCall call) {
        inbox.add(() -> work.askAt(System.nanoTime(), call));
    }

    /** The lease may be free: an attempt that waits looks now. */
    void lookAgain(AcquireCall call) {
        inbox.add(() -> agenda.hurry(call, System.nanoTime()));
    }

    /** Gives back what the arbiter keeps of the lock; the outcome is told on this thread, null when it is free. */
    void release(TypeLock lock, Consumer<@Nullable Throwable> outcome) {
        inbox.add(() -> agenda.urgent(() -> work.giveBack(lock, outcome)));
    }

    /** Gives back at that time what the arbiter still keeps of that hold; a later hold is left alone. */
    void unlockAt(TypeLock lock, int hold, long nanos) {
        inbox.add(() -> work.giveBackAt(nanos, lock, hold));
    }

    /**
     * Ends the thread when everything is given back, also what must not be given back before it has run out; after the time
     * to live in any case, since nothing of it is kept by then.
     */
    void end() {
        inbox.add(() -> {
            ending = true;
            endingSince = System.nanoTime();
        });
    }

    @Nullable
    ArbiterSession session() {
        return session;
    }

    @Override
    public void run() {
        boolean on = true;
        while (on) {
            try {
                hear();
                on = !(ending && ended());
                if (on) {
                    step();
                }
            } catch (RuntimeException | Error fault) {
                recover(fault);
            }
        }
        if (session != null) {
            finish(session);
        }
    }

    private boolean ended() {
        // What may be locked is looked for in the next session, unless the arbiter stays away.
        boolean done = session != null ? agenda.isEmpty() : work.keepsNothing();
        return done || System.nanoTime() - endingSince > node.inForce().ttl().toNanos();
    }

    private void finish(ArbiterSession last) {
        try {
            work.finish(last);
        } catch (RuntimeException | Error failed) {
            node.endFailed(failed);
        }
    }

    private void recover(Throwable fault) {
        node.fault("the owner of the locks", fault);
        node.unanswered(fault);
        long until = System.nanoTime() + AGAIN;
        for (long left = AGAIN; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Waits until there is something to do, or news. */
    private void hear() {
        try {
            long now = System.nanoTime();
            long sign = Math.max(0, nextSign - now);
            long idle = session == null ? sign : Math.min(agenda.idleNanos(now), sign);
            Runnable news = session == null || silent || work.unproven().isEmpty()
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
        boolean confirm = !silent && work.unproven().due(now, agenda.idleNanos(now) > 0);
        boolean turnOfOthers = shown && agenda.idleNanos(now) == 0;
        shown = (confirm || now - nextSign >= 0) && !turnOfOthers;
        if (shown) {
            prove(session);
            return;
        }
        Runnable next = agenda.next(now);
        if (next != null) {
            next.run();
        }
    }

    private void open(long now) {
        if (now - nextSign < 0) {
            return;
        }
        Moment sent = Moment.now();
        try {
            session = arbiter.open();
        } catch (RuntimeException | Error failed) {
            node.unanswered(failed);
            for (AcquireCall call : agenda.takeCalls()) {
                call.lease().refused(call, new Acquisition.Failed(failed));
            }
            nextSign = System.nanoTime() + AGAIN;
            return;
        }
        nextSign = sent.nanos();
        work.sessionBegins();
        node.proved(sent);
    }

    private void prove(ArbiterSession proving) {
        Moment sent = Moment.now();
        try {
            proving.prove();
        } catch (SessionLost lost) {
            lose(lost);
            return;
        } catch (RuntimeException | Error unanswered) {
            node.unanswered(unanswered);
            silent = true;
            nextSign = System.nanoTime()
                    + Math.min(AGAIN, node.inForce().renewEvery().toNanos());
            return;
        }
        nextSign = sent.nanos() + node.inForce().renewEvery().toNanos();
        silent = false;
        node.proved(sent);
        if (!work.unproven().isEmpty()) {
            grant(proving, sent);
        }
    }

    private void grant(ArbiterSession proved, Moment sent) {
        List<Long> tokens;
        try {
            tokens = work.unproven().tokens(proved);
        } catch (SessionLost lost) {
            lose(lost);
            return;
        } catch (RuntimeException | Error unanswered) {
            node.unanswered(unanswered);
            silent = true;
            return;
        }
        work.grant(tokens, sent);
    }

    /** The session is over: nothing is locked any more, and whoever asks goes on in the next one. */
    void lose(SessionLost lost) {
        session = null;
        silent = false;
        nextSign = System.nanoTime();
        work.sessionIsOver();
        node.sessionLost(lost);
    }
}
