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
    private final Unproven unproven = new Unproven();
    private final TypeLocks locks = new TypeLocks();
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

    void ask(AcquireCall call) {
        inbox.add(() -> askAt(System.nanoTime(), call));
    }

    /** The lease may be free: an attempt that waits looks now. */
    void lookAgain(AcquireCall call) {
        inbox.add(() -> agenda.hurry(call, System.nanoTime()));
    }

    private void askAt(long nanos, AcquireCall call) {
        agenda.at(nanos, call, () -> call(call));
    }

    /** Gives back what the arbiter keeps for the lease; the outcome is told on this thread, null when it is free. */
    void release(CpLease lease, Consumer<@Nullable Throwable> outcome) {
        inbox.add(() -> agenda.urgent(() -> giveBack(lease.lock(), outcome)));
    }

    /** Gives back what the arbiter still keeps at that time, unless it was acquired anew. */
    void unlockAt(CpLease lease, long nanos) {
        inbox.add(() -> {
            int hold = lease.lock().hold();
            giveBackAt(nanos, lease.lock(), hold);
        });
    }

    private void giveBackAt(long nanos, TypeLock lock, int hold) {
        agenda.at(nanos, () -> {
            if (lock.hold() == hold) {
                giveBack(lock, failure -> {});
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
        return locks.kept().isEmpty()
                || System.nanoTime() - endingSince > node.inForce().ttl().toNanos();
    }

    private void finish(ArbiterSession last) {
        try {
            for (TypeLock lock : locks.kept()) {
                locks.free(last, lock);
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
            Runnable news = session == null || silent || unproven.isEmpty()
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
        boolean confirm = !silent && unproven.due(now, agenda.idleNanos(now) > 0);
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
            locks.sessionBegins();
            node.proved(sent);
            nextSign = sent.nanos();
            locks.kept().forEach(lock -> giveBackAt(nextSign, lock, lock.hold()));
        } catch (RuntimeException failed) {
            node.unanswered(failed);
            for (AcquireCall call : agenda.takeCalls()) {
                call.lease().refused(call, new Acquisition.Failed(failed));
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
                    + Math.min(AGAIN, node.inForce().renewEvery().toNanos());
            return;
        }
        nextSign = sent.nanos() + node.inForce().renewEvery().toNanos();
        silent = false;
        node.proved(sent);
        for (Unproven.Lock grant : unproven.takeAll()) {
            CpLease lease = grant.lease();
            if (!lease.granted(grant.call(), Token.of(proving.epoch(), grant.fence()), sent)) {
                lease.refused(
                        grant.call(),
                        new Acquisition.Failed(new IllegalStateException(
                                "The lease was granted too late, or the node stands still: " + lease.typeName())));
                agenda.urgent(() -> giveBack(lease.lock(), failure -> {}));
            }
        }
    }

    /** The session is over: nothing is locked any more, and whoever asks goes on in the next one. */
    private void lose(SessionLost lost) {
        session = null;
        nextSign = System.nanoTime();
        node.sessionLost(lost);
        for (Unproven.Lock grant : unproven.takeAll()) {
            // Hazelcast may have taken this lock in the session that silently followed.
            locks.doubt(grant.lease().lock());
            askAt(nextSign, grant.call());
        }
        silent = false;
        locks.sessionIsOver();
    }

    private void call(AcquireCall call) {
        ArbiterSession asked = session;
        TypeLock lock = call.lease().lock();
        if (!call.live()) {
            return;
        }
        if (asked == null) {
            askAt(System.nanoTime(), call);
            return;
        }
        try {
            locks.free(asked, lock);
            lockOrPoll(asked, lock, call);
        } catch (SessionLost lost) {
            locks.doubt(lock);
            lose(lost);
            askAt(nextSign, call);
        } catch (RuntimeException unanswered) {
            locks.doubt(lock);
            node.unanswered(unanswered);
            call.lease().refused(call, new Acquisition.Failed(unanswered));
            giveBackAt(System.nanoTime() + AGAIN, lock, lock.hold());
            // What was sent may still be on its way; when that much time has passed it is not.
            lookForAt(System.nanoTime() + node.inForce().ttl().toNanos(), lock, lock.hold());
        }
    }

    private void lookForAt(long nanos, TypeLock lock, int hold) {
        agenda.at(nanos, () -> {
            if (lock.hold() == hold) {
                locks.doubt(lock);
                giveBack(lock, failure -> {});
            }
        });
    }

    private void lockOrPoll(ArbiterSession asked, TypeLock lock, AcquireCall call) {
        // A refused tryLock is remembered by the arbiter until this node has held the lock: it is not the way to poll.
        boolean look = call.met() || lock.refused();
        long fence = look && asked.taken(lock.typeName()) ? 0 : asked.tryLock(lock.typeName());
        node.answered();
        if (fence != 0) {
            locks.locked(lock);
            unproven.add(call, fence);
            return;
        }
        lock.refuse();
        call.meet();
        if (call.began().nanosLeft(node.inForce().patience(), Moment.now()) <= 0) {
            call.lease().refused(call, new Acquisition.Held("another node of the cluster"));
        } else {
            askAt(System.nanoTime() + POLL, call);
        }
    }

    private void giveBack(TypeLock lock, Consumer<@Nullable Throwable> outcome) {
        unproven.drop(lock);
        ArbiterSession asked = session;
        if (asked == null) {
            // What an earlier session had locked is free; what may be locked since is looked for when there is a
            // session.
            outcome.accept(
                    lock.unsure()
                            ? new IllegalStateException("There is no session with the arbiter at the moment")
                            : null);
            return;
        }
        try {
            if (locks.free(asked, lock)) {
                node.answered();
            }
            outcome.accept(null);
        } catch (SessionLost lost) {
            lose(lost);
            outcome.accept(lost.free() ? null : lost);
        } catch (RuntimeException unanswered) {
            node.unanswered(unanswered);
            outcome.accept(unanswered);
            giveBackAt(System.nanoTime() + AGAIN, lock, lock.hold());
        }
    }
}
