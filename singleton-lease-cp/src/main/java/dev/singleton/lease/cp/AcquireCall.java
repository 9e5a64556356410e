package dev.singleton.lease.cp;

import dev.singleton.spi.Lease.Acquisition;
import java.util.concurrent.CompletableFuture;

/** One call of acquire(): its answer, and since when it waits. */
final class AcquireCall {

    private final CpLease lease;
    private final Moment began;
    private final CompletableFuture<Acquisition> answer = new CompletableFuture<>();
    private volatile boolean over;
    /** Owner thread only: whether another holder was met. */
    private boolean met;

    AcquireCall(CpLease lease, Moment began) {
        this.lease = lease;
        this.began = began;
    }

    CpLease lease() {
        return lease;
    }

    Moment began() {
        return began;
    }

    CompletableFuture<Acquisition> answer() {
        return answer;
    }

    /** Whether somebody still waits for the answer. */
    boolean live() {
        return !over;
    }

    void end() {
        over = true;
    }

    boolean met() {
        return met;
    }

    void meet() {
        met = true;
    }
}
