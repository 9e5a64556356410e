package dev.singleton.node;

import dev.singleton.SingletonKey;
import dev.singleton.spi.LeaseProvider;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lease of one singleton on this node, of whichever provider. When a new start names another provider, the earlier
 * one is in use until nothing of it is held or under way: that is so when the lease is asked for the next time. Any thread.
 */
final class LeaseSlot {

    private final SingletonKey<?> key;
    private @Nullable LeaseKeeper used;
    private @Nullable LeaseKeeper next;

    LeaseSlot(SingletonKey<?> key) {
        this.key = key;
    }

    /** One thread at a time. Those of one provider are the same one, also over a stop and a new start. */
    void from(LeaseProvider provider, Function<LeaseProvider, LeaseKeeper> maker) {
        if (latest().filter(last -> last.provider() == provider).isPresent()) {
            return;
        }
        // Outside the lock: the provider may take its time.
        LeaseKeeper fresh = maker.apply(provider);
        LeaseKeeper dropped;
        synchronized (this) {
            dropped = next;
            if (used == null) {
                used = fresh;
            } else {
                next = fresh;
            }
        }
        if (dropped != null) {
            dropped.close();
        }
    }

    /** The one to ask now, when nothing of an earlier one is held or under way. */
    LeaseKeeper toAsk() {
        LeaseKeeper before = null;
        synchronized (this) {
            if (next != null) {
                before = used;
                used = next;
                next = null;
            }
        }
        if (before != null) {
            before.close();
        }
        return keeper();
    }

    /** The one in use. */
    synchronized LeaseKeeper keeper() {
        LeaseKeeper current = used;
        if (current == null) {
            throw new IllegalStateException("Singleton " + key + " needs a lease and has no provider");
        }
        return current;
    }

    /** The one that was named last. */
    synchronized Optional<LeaseKeeper> latest() {
        return Optional.ofNullable(next == null ? used : next);
    }

    private synchronized Optional<LeaseKeeper> inUse() {
        return Optional.ofNullable(used);
    }

    /** Finds a loss that nobody has told. */
    void look() {
        inUse().ifPresent(LeaseKeeper::look);
    }

    void close() {
        inUse().ifPresent(LeaseKeeper::close);
        latest().ifPresent(LeaseKeeper::close);
    }
}
