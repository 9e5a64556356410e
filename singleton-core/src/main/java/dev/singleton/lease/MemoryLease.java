package dev.singleton.lease;

import dev.singleton.NodeId;
import dev.singleton.SingletonException;
import dev.singleton.spi.Lease;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The holder's side: its own deadline, its renewal, and what it tells the node. Guarded by the arena's lock. */
final class MemoryLease implements Lease {

    private static final long LARGEST_MARGIN = Duration.ofSeconds(3).toNanos();

    final String typeName;
    final NodeId self;
    final long ttlNanos;

    private final MemoryArena arena;
    private final Listener listener;
    /** Between the end of the lease for its holder and its end at the arbiter. */
    private final long margin;

    private @Nullable Attempt attempt;
    private @Nullable Long token;
    private boolean closed;
    /** When the last sign of life was sent that the arbiter has confirmed. */
    private long sent;

    private volatile OptionalLong validUntil = OptionalLong.empty();

    /** Held while a loss is told, so that none is told after a release. The listener does not block. */
    private final ReentrantLock telling = new ReentrantLock();

    private volatile @Nullable Object lossToTell;

    MemoryLease(MemoryArena arena, String typeName, NodeId self, Listener listener, Duration ttl) {
        this.arena = arena;
        this.typeName = typeName;
        this.self = self;
        this.listener = listener;
        this.ttlNanos = ttl.toNanos();
        this.margin = Math.min(ttlNanos / 4, LARGEST_MARGIN);
    }

    @Override
    public CompletionStage<Acquisition> acquire() {
        return arena.locked(() -> {
            long now = System.nanoTime();
            Attempt asked = new Attempt(this, now, now + arena.patience(typeName, ttlNanos), arena.teller());
            String fault = fault();
            if (fault != null) {
                asked.decide(failed(fault));
            } else {
                attempt = asked;
                arena.ask(asked, now);
            }
            return asked.told();
        });
    }

    private @Nullable String fault() {
        if (closed) {
            return "it is closed";
        }
        if (attempt != null || token != null) {
            return "it is asked for or held already: wait for the answer, and release it first";
        }
        return arena.reaches(self) ? null : "the node cannot reach the arena";
    }

    @Override
    public CompletionStage<Void> release() {
        CompletionStage<Void> released = arena.locked(this::giveBack);
        // In this order: no loss can be decided any more, and one that is being told is told before this returns.
        telling.lock();
        try {
            lossToTell = null;
        } finally {
            telling.unlock();
        }
        return released;
    }

    private CompletionStage<Void> giveBack() {
        Attempt underWay = attempt;
        Long held = token;
        rest();
        if (underWay != null) {
            arena.forget(underWay);
            underWay.giveUp();
        }
        if (held == null) {
            return CompletableFuture.completedFuture(null);
        }
        if (!arena.reaches(self)) {
            return CompletableFuture.failedFuture(new SingletonException(
                    describe("was not given back: the node cannot reach the arena, where it runs out by itself")));
        }
        arena.giveBack(this, held);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public OptionalLong validUntil() {
        return validUntil;
    }

    @Override
    public Condition condition() {
        return new Condition(true, "memory: guards nothing between JVMs");
    }

    /** What is still held, over an instance that could not be stopped, is kept by the arena until its time is over. */
    @Override
    public void close() {
        boolean held = arena.locked(() -> {
            closed = true;
            boolean holds = token != null;
            if (holds) {
                rest();
            }
            return holds;
        });
        if (!held) {
            CompletionStage<Void> unused = release();
        }
    }

    // From here on: called by the arena, under its lock.

    /** An attempt succeeded at the arbiter; the sign of life was sent then. */
    void granted(Attempt by, long granted, long sentAt) {
        token = granted;
        sent = sentAt;
        validUntil = OptionalLong.of(sentAt + ttlNanos - margin);
        attempt = null;
        by.decide(new Acquisition.Granted(granted));
    }

    /** An attempt came to nothing. */
    void refused(Attempt by, Acquisition answer) {
        attempt = null;
        by.decide(answer);
    }

    /** Renews what is held, or finds that it is lost. */
    void keep(long now) {
        Long held = token;
        if (held == null) {
            return;
        }
        if (now - (sent + ttlNanos - margin) >= 0) {
            lose(describe("ran out: " + (arena.reaches(self) ? "the node stands still" : "the arena was not reached")));
        } else if (arena.reaches(self)) {
            long alive = lastSignOfLife(now);
            if (alive - sent > 0 && !arena.renew(this, held, alive)) {
                lose(describe("was taken away"));
            } else if (alive - sent > 0) {
                sent = alive;
                validUntil = OptionalLong.of(alive + ttlNanos - margin);
            }
        }
    }

    /** What the node did last counts, not what this provider's own thread can still do. */
    long lastSignOfLife(long now) {
        long progress = listener.lastProgress();
        return progress - now > 0 ? now : progress;
    }

    /** Whether a lease that is counted from that moment would be worth having. */
    boolean worthHaving(long sentAt, long now) {
        return sentAt + ttlNanos - margin - now > 0;
    }

    boolean idle() {
        return attempt == null && token == null;
    }

    private void lose(String reason) {
        rest();
        Object loss = new Object();
        lossToTell = loss;
        arena.teller().execute(() -> tell(loss, reason));
    }

    private void tell(Object loss, String reason) {
        telling.lock();
        try {
            if (lossToTell == loss) {
                lossToTell = null;
                listener.lost(reason);
            }
        } finally {
            telling.unlock();
        }
    }

    private void rest() {
        attempt = null;
        token = null;
        validUntil = OptionalLong.empty();
    }

    Acquisition failed(String fault) {
        return new Acquisition.Failed(new SingletonException(describe("cannot be had: " + fault)));
    }

    private String describe(String what) {
        return "The lease of '" + typeName + "' for " + self + " in the arena '" + arena.name() + "' " + what + ".";
    }
}
