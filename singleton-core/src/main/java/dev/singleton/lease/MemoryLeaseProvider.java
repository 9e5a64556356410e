package dev.singleton.lease;

import dev.singleton.NodeId;
import dev.singleton.spi.Lease;
import dev.singleton.spi.LeaseProvider;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The provider {@code memory}: leases for the nodes of one JVM. <strong>It guards nothing between JVMs</strong>: in a
 * cluster of several JVMs each has an arbiter of its own, and each grants the same lease. Use it where all nodes live in
 * one JVM, and in tests.
 *
 * <p>Tokens start at the wall clock of the moment at which the arena is made, in milliseconds times 2<sup>20</sup>, so
 * that they also grow from one life of the JVM to the next, unless the clock was set back or more than a million leases
 * were granted in each millisecond of the earlier life. Each attempt waits as long as the holder can go on without a sign
 * of life, and is answered as soon as the lease is free. Any thread.
 */
public final class MemoryLeaseProvider implements LeaseProvider {

    /** The name in the setting {@code lease}. */
    public static final String NAME = "memory";

    /** How long a lease outlives its holder's last sign of life, where nothing else was said. */
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(15);

    /** Below it the thread that renews could be late for reasons that are none. */
    private static final Duration SMALLEST_TTL = Duration.ofMillis(100);

    private static final Duration LARGEST_TTL = Duration.ofHours(1);

    private static final System.Logger LOG = System.getLogger("dev.singleton.lease");

    /** Said once in the life of the class loader. */
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private final MemoryArena arena;
    private final Duration ttl;

    /** Leases among all nodes of this JVM whose library comes from the same class loader, for {@link #DEFAULT_TTL}. */
    public MemoryLeaseProvider() {
        this(MemoryArena.ofThisClassLoader(), DEFAULT_TTL);
    }

    private MemoryLeaseProvider(MemoryArena arena, Duration ttl) {
        this.arena = arena;
        this.ttl = ttl;
    }

    /**
     * For tests: leases among all who name the same arena. Arenas stay as long as the class loader.
     *
     * @param arena any name
     * @param ttl from 100 ms to 1 h; others at the same arena may have another one
     * @throws IllegalArgumentException when the ttl is out of bounds
     */
    public static MemoryLeaseProvider shared(String arena, Duration ttl) {
        Objects.requireNonNull(arena, "arena");
        if (ttl.compareTo(SMALLEST_TTL) < 0 || ttl.compareTo(LARGEST_TTL) > 0) {
            throw new IllegalArgumentException("The ttl of the lease arena '" + arena + "' is " + ttl
                    + "; give one from " + SMALLEST_TTL + " to " + LARGEST_TTL + ".");
        }
        return new MemoryLeaseProvider(MemoryArena.named(arena), ttl);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String arbiter() {
        return arena.name();
    }

    @Override
    public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
        Objects.requireNonNull(typeName, "typeName");
        Objects.requireNonNull(self, "self");
        Objects.requireNonNull(listener, "listener");
        if (arena == MemoryArena.ofThisClassLoader() && SAID.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The lease provider ''memory'' is in use, for ''{0}'' first: it guards the nodes of this JVM against each"
                            + " other and nothing between JVMs. Where nodes are in several JVMs, use another provider.",
                    typeName);
        }
        return new MemoryLease(arena, typeName, self, listener, ttl);
    }

    /** The arbiter behind this provider, for tests that disturb it. */
    public MemoryArena arena() {
        return arena;
    }
}
