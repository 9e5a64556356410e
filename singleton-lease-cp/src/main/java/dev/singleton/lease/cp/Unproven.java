package dev.singleton.lease.cp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is locked and waits for a sign of life that was sent after it: only that shows that its session lives, and counts
 * its time. One sign confirms all, so the first may wait a moment for the next ones. Owner thread only.
 */
final class Unproven {

    private static final long GATHER = Duration.ofMillis(100).toNanos();

    private final List<Lock> waiting = new ArrayList<>();

    record Lock(AcquireCall call, long fence, int hold, long since) {

        CpLease lease() {
            return call.lease();
        }
    }

    void add(AcquireCall call, long fence) {
        waiting.add(new Lock(call, fence, call.lease().lock().hold(), System.nanoTime()));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /**
     * Whether it is time for the sign.
     *
     * @param idle whether nothing else is to be done
     */
    boolean due(long now, boolean idle) {
        return !waiting.isEmpty() && (idle || now - waiting.get(0).since > GATHER);
    }

    /** One token for each, in order. */
    List<Long> tokens(ArbiterSession proved) {
        return proved.tokens(waiting.stream().map(Lock::fence).toList());
    }

    void drop(TypeLock lock) {
        waiting.removeIf(each -> each.lease().lock() == lock);
    }

    List<Lock> takeAll() {
        List<Lock> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }
}
