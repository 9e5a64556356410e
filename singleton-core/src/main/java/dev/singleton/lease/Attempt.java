package dev.singleton.lease;

import dev.singleton.SingletonException;
import dev.singleton.spi.Lease.Acquisition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** One call of acquire(): asked, and waiting until the lease is free, the bound is reached or it is given up. */
final class Attempt {

    final MemoryLease lease;
    final long asked;
    /** Until when it waits at most, in nanoTime. */
    final long until;

    private final CompletableFuture<Acquisition> decided = new CompletableFuture<>();
    private final CompletionStage<Acquisition> told;
    private volatile boolean givenUp;

    Attempt(MemoryLease lease, long asked, long until, Executor teller) {
        this.lease = lease;
        this.asked = asked;
        this.until = until;
        // Decided under the arena's lock, told outside of it. A grant may be given up between the two.
        this.told = decided.thenApplyAsync(answer -> givenUp ? gaveUp() : answer, teller);
    }

    CompletionStage<Acquisition> told() {
        return told;
    }

    void decide(Acquisition answer) {
        decided.complete(answer);
    }

    void giveUp() {
        givenUp = true;
        decide(gaveUp());
    }

    private static Acquisition gaveUp() {
        return new Acquisition.Failed(new SingletonException("The attempt was given up by release()."));
    }
}
