package dev.singleton.lease.cp;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.spi.Lease;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One lease of one member as a node uses it, and what it was told. */
final class Seat implements Lease.Listener {

    /** Only keeps a failed test from hanging. */
    private static final Duration BOUND = Duration.ofSeconds(90);

    private final Lease lease;
    final List<String> losses = new CopyOnWriteArrayList<>();
    /** How much of the lease was left when the loss was told. */
    final List<OptionalLong> leftAtLoss = new CopyOnWriteArrayList<>();

    private volatile long frozenAt;

    Seat(CpLeaseProvider provider, HazelcastInstance member, String typeName) {
        this.lease = provider.lease(typeName, Cluster.id(member), this);
    }

    @Override
    public void lost(String reason) {
        OptionalLong until = lease.validUntil();
        leftAtLoss.add(until.isEmpty() ? until : OptionalLong.of(until.getAsLong() - System.nanoTime()));
        losses.add(reason);
    }

    @Override
    public long lastProgress() {
        return frozenAt == 0 ? System.nanoTime() : frozenAt;
    }

    /** From now on the node makes no progress. */
    void freeze() {
        frozenAt = System.nanoTime();
    }

    void thaw() {
        frozenAt = 0;
    }

    Lease lease() {
        return lease;
    }

    Lease.Acquisition acquire() {
        return await(lease.acquire());
    }

    /** Acquires, again and again if need be, as a node does, and gives the token. */
    long hold() {
        long deadline = System.nanoTime() + BOUND.toNanos();
        Lease.Acquisition last = acquire();
        while (!(last instanceof Lease.Acquisition.Granted)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Not granted within " + BOUND + "; the last answer was " + last);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            last = acquire();
        }
        return ((Lease.Acquisition.Granted) last).fencingToken();
    }

    void release() {
        await(lease.release());
    }

    boolean valid() {
        OptionalLong until = lease.validUntil();
        return until.isPresent() && until.getAsLong() - System.nanoTime() > 0;
    }

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(BOUND.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | TimeoutException | ExecutionException failed) {
            throw new AssertionError(failed);
        }
    }

    static void eventually(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("It did not come true within " + BOUND + ": " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
