package dev.singleton.testkit;

import static dev.singleton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.spi.Lease;
import dev.singleton.spi.Lease.Acquisition;
import dev.singleton.spi.LeaseProvider;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One node's lease of one name, with a memory of what it was told. The stories of the lease contract are told with it. */
final class Contender implements Lease.Listener {

    /** What was known when a loss was told. */
    record Loss(String reason, long at, OptionalLong validUntil) {}

    /** An answer, and when it came. */
    record Answer(Acquisition acquisition, long at) {
        boolean granted() {
            return acquisition instanceof Acquisition.Granted;
        }
    }

    private final String node;
    private final Lease lease;
    private final Duration answersWithin;
    /** Within which anything must have come true that no fault prevents: what a dead holder keeps, and load. */
    private final Duration patience;

    private final List<Loss> losses = new CopyOnWriteArrayList<>();
    private final AtomicInteger grants = new AtomicInteger();
    private boolean closed;
    private volatile OptionalLong stoodStillAt = OptionalLong.empty();

    Contender(LeaseArbiter arbiter, LeaseProvider provider, String node, String typeName) {
        this.node = node;
        this.answersWithin = arbiter.answersWithin();
        this.patience = arbiter.ttl().multipliedBy(4).plus(answersWithin).plusSeconds(20);
        this.lease = provider.lease(typeName, arbiter.nodeId(node), this);
    }

    @Override
    public void lost(String reason) {
        losses.add(new Loss(reason, System.nanoTime(), lease.validUntil()));
    }

    @Override
    public long lastProgress() {
        return stoodStillAt.orElseGet(System::nanoTime);
    }

    /** As a node whose threads stand still, all but those of the provider. */
    void standStill() {
        stoodStillAt = OptionalLong.of(System.nanoTime());
    }

    /** Asks once and does not wait. */
    CompletableFuture<Answer> ask() {
        return lease.acquire().toCompletableFuture().thenApply(acquisition -> {
            Answer answer = new Answer(acquisition, System.nanoTime());
            if (answer.granted()) {
                grants.incrementAndGet();
            }
            return answer;
        });
    }

    /** Asks once and waits for the answer. */
    Answer askOnce() {
        return await("the answer to acquire() of node " + node, ask());
    }

    /** Asks again and again, as a manager does, until the lease is granted. */
    Answer askUntilGranted() {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            Answer answer = askOnce();
            if (answer.granted()) {
                return answer;
            }
            assertThat(System.nanoTime() - deadline)
                    .as("node %s gets the lease within %s; last answer: %s", node, patience, answer)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Asks until it is granted, and tells the token. */
    long token() {
        return ((Acquisition.Granted) askUntilGranted().acquisition()).fencingToken();
    }

    /** Gives it back, with success. */
    void release() {
        await("release() of node " + node, askForRelease());
    }

    CompletableFuture<Void> askForRelease() {
        return lease.release().toCompletableFuture();
    }

    /** The second time it does nothing: no provider has promised that. */
    void close() {
        if (!closed) {
            closed = true;
            lease.close();
        }
    }

    /** At the end of a story, whatever became of it: gives back what may be left. */
    void leave() {
        if (!closed) {
            await(
                    "the outcome of the last release of node " + node,
                    askForRelease().exceptionally(unusedFailure -> null));
            close();
        }
    }

    OptionalLong validUntil() {
        return lease.validUntil();
    }

    /** Whether it may act as the holder at this moment. */
    boolean holds() {
        OptionalLong until = lease.validUntil();
        return until.isPresent() && until.getAsLong() - System.nanoTime() > 0;
    }

    List<Loss> losses() {
        return List.copyOf(losses);
    }

    int grants() {
        return grants.get();
    }

    Loss awaitLoss() {
        eventually("node " + node + " is told that it lost the lease", patience, () -> !losses.isEmpty());
        return losses.get(0);
    }

    /** What any stage promises here: an answer within the bound that the arbiter's provider states; the rest is load. */
    <T> T await(String what, CompletableFuture<T> stage) {
        Duration bound = answersWithin.plusSeconds(10);
        try {
            return stage.get(bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError(what + " did not come within " + bound, late);
        } catch (ExecutionException failed) {
            throw new AssertionError(what + " failed", failed.getCause());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + what, stop);
        }
    }

    @Override
    public String toString() {
        return "node " + node;
    }
}
