package dev.singleton.lease.cp;

import dev.singleton.spi.Lease;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The lease of one type. Its state is guarded by this object, which is never locked while the arbiter, a listener or a
 * completion is called; what others must be told is told by the node's watch.
 */
final class CpLease implements Lease {

    private enum Phase {
        IDLE,
        ASKING,
        HELD
    }

    private final String typeName;
    private final CpNode node;
    private final Listener listener;
    private final TypeLock lock;
    private final Releases releases;

    private Phase phase = Phase.IDLE;
    private @Nullable AcquireCall call;
    private boolean closed;
    /** What is held, also after close() until it has run out; null while nothing is. */
    private volatile @Nullable Held held;

    /** What was granted, as far as the last sign of life that counts for it reaches. */
    private static final class Held {
        /** When that sign was sent. */
        private final Moment proven;
        /** The number of the lock at the arbiter, so that its end is never taken for that of a later one. */
        private final int hold;
        /** Once it was seen to have run out it has, although the wall clock may be set back. */
        private volatile boolean over;

        Held(Moment proven, int hold) {
            this.proven = proven;
            this.hold = hold;
        }

        long left(Duration lasting, Moment now) {
            long left = proven.nanosLeft(lasting, now);
            if (left <= 0) {
                over = true;
            }
            return over ? Math.min(left, 0) : left;
        }
    }

    CpLease(String typeName, CpNode node, Listener listener) {
        this.typeName = typeName;
        this.node = node;
        this.listener = listener;
        this.lock = new TypeLock(typeName);
        this.releases = new Releases(node);
    }

    String typeName() {
        return typeName;
    }

    TypeLock lock() {
        return lock;
    }

    @Override
    public CompletionStage<Acquisition> acquire() {
        long progress = listener.lastProgress();
        synchronized (this) {
            // The node may know that the time is over before the watch has looked.
            lapse(progress, Moment.now());
            return ask();
        }
    }

    private CompletionStage<Acquisition> ask() {
        Contact.Obstacle obstacle = node.obstacle();
        if (obstacle.bars() && !obstacle.passes()) {
            return CompletableFuture.completedStage(obstacle.refusal());
        }
        if (closed || phase != Phase.IDLE) {
            return CompletableFuture.completedStage(new Acquisition.Failed(new IllegalStateException(
                    "The lease of '" + typeName + "' cannot be acquired: it is " + (closed ? "closed" : phase))));
        }
        AcquireCall next = new AcquireCall(this, Moment.now());
        phase = Phase.ASKING;
        call = next;
        node.owner().ask(next);
        node.watch(node.inForce().operationTimeout());
        return next.answer().minimalCompletionStage();
    }

    @Override
    public synchronized CompletionStage<Void> release() {
        if (phase == Phase.IDLE) {
            return CompletableFuture.completedStage(null);
        }
        AcquireCall given = call;
        idle();
        if (given != null) {
            answer(given, new Acquisition.Failed(new CancellationException("Given up by release()")));
        }
        return releases.begin(outcome -> node.owner().release(lock, outcome));
    }

    @Override
    public Duration longestAnswer() {
        return node.inForce().longestAnswer();
    }

    @Override
    public OptionalLong validUntil() {
        Held holding = held;
        if (holding == null) {
            return OptionalLong.empty();
        }
        Moment now = Moment.now();
        return OptionalLong.of(now.nanos() + left(holding, now));
    }

    private long left(Held holding, Moment now) {
        return holding.left(node.inForce().lasting(), now);
    }

    @Override
    public Condition condition() {
        return node.condition();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            Held holding = held;
            if (phase == Phase.HELD && holding != null) {
                // Its instance may still run: the lease is not given back, but is left to run out.
                phase = Phase.IDLE;
                giveBackAfterTtl(holding);
            }
            CompletionStage<Void> unusedNobodyWaits = release();
        }
        releases.failAll(new IllegalStateException("Closed before the arbiter has confirmed the release"));
        node.remove(this);
    }

    /** An instance still has the margin to stop; only then is the lock given to others. */
    private void giveBackAfterTtl(Held over) {
        long at = over.proven.nanos() + node.inForce().ttl().toNanos();
        node.owner().unlockAt(lock, over.hold, at);
    }

    @Override
    public synchronized void lookAgain() {
        if (call != null) {
            node.owner().lookAgain(call);
        }
    }

    /**
     * The lock is ours and the session has proved itself since.
     *
     * @param hold the number of the lock
     * @return false: nobody waits for it any more
     */
    boolean granted(AcquireCall asked, long token, int hold, Moment sent) {
        Moment counted = sent.notAfter(listener.lastProgress());
        synchronized (this) {
            if (call != asked || counted.nanosLeft(node.inForce().lasting(), Moment.now()) <= 0) {
                return false;
            }
            phase = Phase.HELD;
            call = null;
            held = new Held(counted, hold);
            answer(asked, new Acquisition.Granted(token));
        }
        node.watch(node.inForce().lasting());
        return true;
    }

    /** The attempt is over without a grant. */
    synchronized void refused(AcquireCall asked, Acquisition why) {
        if (call == asked) {
            idle();
            answer(asked, why);
        }
    }

    private void idle() {
        phase = Phase.IDLE;
        call = null;
        held = null;
    }

    private void answer(AcquireCall asked, Acquisition acquisition) {
        asked.end();
        node.tell(() -> {
            boolean unusedFirst = asked.answer().complete(acquisition);
        });
    }

    /**
     * The session has proved itself. What a node that stands still holds is not prolonged beyond its last progress, and
     * what has run out is not revived: the node may have acted on it already.
     */
    void prove(Moment sent) {
        Moment counted = sent.notAfter(listener.lastProgress());
        synchronized (this) {
            Held before = held;
            if (!closed
                    && before != null
                    && left(before, Moment.now()) > 0
                    && counted.nanos() - before.proven.nanos() > 0) {
                held = new Held(counted, before.hold);
            }
        }
    }

    /** What is held is lost at once; what is asked for goes on. */
    synchronized void revoke(String reason) {
        if (phase == Phase.HELD) {
            idle();
            node.tell(() -> listener.lost(reason));
        }
    }

    /**
     * Answers and tells what has run out.
     *
     * @return in how many nanoseconds to look again
     */
    long tick(Moment now) {
        long progress = listener.lastProgress();
        long next = Long.MAX_VALUE;
        synchronized (this) {
            AcquireCall asked = call;
            if (asked != null) {
                next = tickCall(asked, now);
            }
            next = Math.min(next, lapse(progress, now));
        }
        return Math.min(next, releases.tick(now));
    }

    /**
     * Ends what has run out. All that follows from it is put into its queue here, under the lock, so that it comes before
     * whatever is asked for next.
     *
     * @return in how many nanoseconds something runs out
     */
    private long lapse(long progress, Moment now) {
        Held holding = held;
        if (phase != Phase.HELD || holding == null) {
            return Long.MAX_VALUE;
        }
        long left = left(holding, now);
        if (left > 0) {
            return left;
        }
        idle();
        giveBackAfterTtl(holding);
        String reason = node.whyUnproven(progress, now);
        node.tell(() -> listener.lost(reason));
        return Long.MAX_VALUE;
    }

    private long tickCall(AcquireCall asked, Moment now) {
        InForce inForce = node.inForce();
        Moment heard = node.lastAnswerAfter(asked.began());
        long silence = heard.nanosLeft(inForce.operationTimeout(), now);
        long patience = asked.began().nanosLeft(inForce.giveUp(), now);
        long left = Math.min(silence, patience);
        if (left > 0) {
            return left;
        }
        idle();
        String why = silence <= 0
                ? node.whySilent(inForce.operationTimeout())
                : "The lease of '" + typeName + "' was not to be had within " + inForce.giveUp()
                        + ", although the arbiter answers";
        answer(asked, new Acquisition.Failed(new TimeoutException(why)));
        node.owner().release(lock, failure -> {});
        return Long.MAX_VALUE;
    }
}
