package dev.singleton.lease.cp;

import dev.singleton.spi.Lease;
import java.util.ArrayList;
import java.util.List;
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

    private Phase phase = Phase.IDLE;
    private @Nullable AcquireCall call;
    private boolean closed;
    /** Releases that the arbiter has not confirmed, with the time until which they wait. */
    private final List<Release> releases = new ArrayList<>();
    /** When the last sign of life that counts for this lease was sent; null while it is not held. */
    private volatile @Nullable Moment proven;

    private record Release(CompletableFuture<Void> done, Moment began) {}

    CpLease(String typeName, CpNode node, Listener listener) {
        this.typeName = typeName;
        this.node = node;
        this.listener = listener;
        this.lock = new TypeLock(typeName);
    }

    String typeName() {
        return typeName;
    }

    TypeLock lock() {
        return lock;
    }

    @Override
    public synchronized CompletionStage<Acquisition> acquire() {
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
        Release release = new Release(new CompletableFuture<>(), Moment.now());
        releases.add(release);
        node.owner().release(this, failure -> finish(release, failure));
        node.watch(node.inForce().operationTimeout());
        return release.done.minimalCompletionStage();
    }

    private void finish(Release release, @Nullable Throwable failure) {
        synchronized (this) {
            releases.remove(release);
        }
        node.tell(() -> {
            boolean unusedFirst =
                    failure == null ? release.done.complete(null) : release.done.completeExceptionally(failure);
        });
    }

    @Override
    public OptionalLong validUntil() {
        Moment sent = proven;
        if (sent == null) {
            return OptionalLong.empty();
        }
        Moment now = Moment.now();
        return OptionalLong.of(now.nanos() + sent.nanosLeft(node.inForce().lasting(), now));
    }

    @Override
    public Condition condition() {
        return node.condition();
    }

    @Override
    public void close() {
        Moment held = null;
        List<Release> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            if (phase == Phase.HELD) {
                // Its instance may still run: the lease is not given back, but is left to run out.
                phase = Phase.IDLE;
                held = proven;
            }
            CompletionStage<Void> unusedNobodyWaits = release();
            open = List.copyOf(releases);
        }
        for (Release release : open) {
            finish(release, new IllegalStateException("Closed before the arbiter has confirmed the release"));
        }
        if (held != null) {
            giveBackAfterTtl(held);
        }
        node.remove(this);
    }

    private void giveBackAfterTtl(Moment held) {
        node.owner().unlockAt(this, held.nanos() + node.inForce().ttl().toNanos());
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
     * @return false: nobody waits for it any more
     */
    boolean granted(AcquireCall asked, long token, Moment sent) {
        Moment counted = sent.notAfter(listener.lastProgress());
        synchronized (this) {
            if (call != asked || counted.nanosLeft(node.inForce().lasting(), Moment.now()) <= 0) {
                return false;
            }
            phase = Phase.HELD;
            call = null;
            proven = counted;
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
        proven = null;
    }

    private void answer(AcquireCall asked, Acquisition acquisition) {
        asked.end();
        node.tell(() -> {
            boolean unusedFirst = asked.answer().complete(acquisition);
        });
    }

    /** The session has proved itself. What a node that stands still holds is not prolonged beyond its last progress. */
    void prove(Moment sent) {
        Moment counted = sent.notAfter(listener.lastProgress());
        synchronized (this) {
            Moment before = proven;
            if (!closed && before != null && counted.nanos() - before.nanos() > 0) {
                proven = counted;
            }
        }
    }

    /** The session is over: what is held is lost at once, what is asked for goes on in the next session. */
    void sessionLost(String reason) {
        synchronized (this) {
            if (phase != Phase.HELD) {
                return;
            }
            idle();
        }
        node.tell(() -> listener.lost(reason));
    }

    /**
     * Answers and tells what has run out.
     *
     * @return in how many nanoseconds to look again
     */
    long tick(Moment now) {
        long next = Long.MAX_VALUE;
        Moment lostSince = null;
        synchronized (this) {
            AcquireCall asked = call;
            if (asked != null) {
                next = tickCall(asked, now);
            }
            Moment sent = proven;
            if (sent != null) {
                long left = sent.nanosLeft(node.inForce().lasting(), now);
                if (left > 0) {
                    next = Math.min(next, left);
                } else {
                    idle();
                    lostSince = sent;
                }
            }
        }
        if (lostSince != null) {
            // The instance still has the margin to stop; only then is the lock given to others.
            giveBackAfterTtl(lostSince);
            String reason = node.whyUnproven(listener.lastProgress(), now);
            node.tell(() -> listener.lost(reason));
        }
        return Math.min(next, tickReleases(now));
    }

    private long tickCall(AcquireCall asked, Moment now) {
        InForce inForce = node.inForce();
        Moment heard = node.lastAnswerAfter(asked.began());
        long silence = heard.nanosLeft(inForce.operationTimeout(), now);
        long patience = asked.began().nanosLeft(inForce.patience().plus(inForce.operationTimeout()), now);
        long left = Math.min(silence, patience);
        if (left > 0) {
            return left;
        }
        idle();
        answer(asked, new Acquisition.Failed(new TimeoutException(node.whySilent(inForce.operationTimeout()))));
        node.owner().release(this, failure -> {});
        return Long.MAX_VALUE;
    }

    private long tickReleases(Moment now) {
        List<Release> late = new ArrayList<>();
        long next = Long.MAX_VALUE;
        synchronized (this) {
            for (Release release : releases) {
                long left = release.began.nanosLeft(node.inForce().operationTimeout(), now);
                if (left > 0) {
                    next = Math.min(next, left);
                } else {
                    late.add(release);
                }
            }
        }
        for (Release release : late) {
            finish(release, new TimeoutException(node.whySilent(node.inForce().operationTimeout())));
        }
        return next;
    }
}
