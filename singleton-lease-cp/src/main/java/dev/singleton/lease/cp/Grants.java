package dev.singleton.lease.cp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is locked and waits for a sign of life that was sent after it: only that shows that its session lives, and counts
 * its time. One sign confirms all, so the first may wait a moment for the next ones. Owner thread only.
 */
final class Grants {

    private static final long GATHER = Duration.ofMillis(100).toNanos();

    private final List<Grant> waiting = new ArrayList<>();

    record Grant(Attempt attempt, long fence, long since) {

        CpLease lease() {
            return attempt.lease();
        }
    }

    void add(Attempt attempt, long fence) {
        waiting.add(new Grant(attempt, fence, System.nanoTime()));
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

    void drop(Claim claim) {
        waiting.removeIf(grant -> grant.lease().claim() == claim);
    }

    List<Grant> takeAll() {
        List<Grant> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }
}
