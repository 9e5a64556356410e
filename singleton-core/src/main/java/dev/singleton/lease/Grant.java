package dev.singleton.lease;

import org.jspecify.annotations.Nullable;

/**
 * What the arbiter has written down about a lease that it has given away.
 *
 * @param holder for people
 * @param lease whose it is; null when it was usurped
 * @param ttlNanos how long it outlives the holder's last sign of life
 * @param expires when it may be given to another, in {@link System#nanoTime()}
 */
record Grant(String holder, @Nullable MemoryLease lease, long token, long ttlNanos, long expires) {

    boolean expired(long now) {
        return expires - now <= 0;
    }

    Grant renewed(long sent) {
        return new Grant(holder, lease, token, ttlNanos, sent + ttlNanos);
    }
}
