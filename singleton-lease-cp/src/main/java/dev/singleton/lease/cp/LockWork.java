package dev.singleton.lease.cp;

import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the owner thread does at the arbiter for one type after the other: locks, and gives back. Owner thread only. */
final class LockWork {

    private static final long POLL = Duration.ofMillis(250).toNanos();
    private static final long AGAIN = Duration.ofSeconds(1).toNanos();

    private final Owner owner;
    private final CpNode node;
    private final Agenda agenda;
    private final Unproven unproven = new Unproven();
    private final TypeLocks locks = new TypeLocks();

    LockWork(Owner owner, CpNode node, Agenda agenda) {
        this.owner = owner;
        this.node = node;
        this.agenda = agenda;
    }

    Unproven unproven() {
        return unproven;
    }

    boolean keepsNothing() {
        return locks.kept().isEmpty();
    }

    void askAt(long nanos, AcquireCall call) {
        agenda.at(nanos, call, () -> ask(call));
    }

    void giveBackAt(long nanos, TypeLock lock, int hold) {
        agenda.at(nanos, () -> {
            if (lock.hold() == hold) {
                giveBack(lock, failure -> {});
            }
        });
    }

    void sessionBegins() {
        locks.sessionBegins();
        long now = System.nanoTime();
        locks.kept().forEach(lock -> giveBackAt(now, lock, lock.hold()));
    }

    /** Nothing is locked any more, and whoever asks goes on in the next session. */
    void sessionIsOver() {
        for (Unproven.Lock locked : unproven.takeAll()) {
            // Hazelcast may have taken this lock in the session that silently followed.
            locks.doubt(locked.lease().lock());
            askAt(System.nanoTime(), locked.call());
        }
        locks.sessionIsOver();
    }

    void finish(ArbiterSession last) {
        for (TypeLock lock : locks.kept()) {
            locks.free(last, lock);
        }
        last.close();
    }

    /** The session has proved itself after what is unproven was locked: that is granted now. */
    void grant(List<Long> tokens, Moment sent) {
        List<Unproven.Lock> all = unproven.takeAll();
        for (int i = 0; i < all.size(); i++) {
            grant(all.get(i), tokens.get(i), sent);
        }
    }

    private void grant(Unproven.Lock locked, long token, Moment sent) {
        CpLease lease = locked.lease();
        Throwable why;
        try {
            if (lease.granted(locked.call(), token, locked.hold(), sent)) {
                return;
            }
            why = new IllegalStateException(
                    "The lease was granted too late, or the node stands still: " + lease.typeName());
        } catch (RuntimeException | Error fault) {
            node.fault("granting a lease", fault);
            lease.revoke("it could not be granted: " + fault);
            why = fault;
        }
        lease.refused(locked.call(), new Acquisition.Failed(why));
        agenda.urgent(() -> giveBack(lease.lock(), failure -> {}));
    }

    private void ask(AcquireCall call) {
        ArbiterSession asked = owner.session();
        if (!call.live() || barred(call)) {
            return;
        }
        if (asked == null) {
            askAt(System.nanoTime(), call);
            return;
        }
        TypeLock lock = call.lease().lock();
        try {
            locks.free(asked, lock);
            lockOrPoll(asked, lock, call);
        } catch (SessionLost lost) {
            locks.doubt(lock);
            owner.lose(lost);
            askAt(System.nanoTime(), call);
        } catch (RuntimeException | Error unanswered) {
            locks.doubt(lock);
            node.unanswered(unanswered);
            call.lease().refused(call, new Acquisition.Failed(unanswered));
            giveBackAt(System.nanoTime() + AGAIN, lock, lock.hold());
            // What was sent may still be on its way; when that much time has passed it is not.
            lookForAt(System.nanoTime() + node.inForce().ttl().toNanos(), lock, lock.hold());
        }
    }

    /** While this member is not in its place it gets no lease: it waits for what passes, and is refused else. */
    private boolean barred(AcquireCall call) {
        Contact.Obstacle obstacle = node.obstacle();
        if (!obstacle.bars()) {
            return false;
        }
        if (obstacle.passes() && call.began().nanosLeft(node.inForce().operationTimeout(), Moment.now()) > 0) {
            askAt(System.nanoTime() + POLL, call);
        } else {
            call.lease().refused(call, obstacle.refusal());
        }
        return true;
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

    void giveBack(TypeLock lock, Consumer<@Nullable Throwable> outcome) {
        unproven.drop(lock);
        ArbiterSession asked = owner.session();
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
            owner.lose(lost);
            outcome.accept(lost.free() ? null : lost);
        } catch (RuntimeException | Error unanswered) {
            node.unanswered(unanswered);
            outcome.accept(unanswered);
            giveBackAt(System.nanoTime() + AGAIN, lock, lock.hold());
        }
    }
}
