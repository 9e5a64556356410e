package dev.singleton.lease;

import dev.singleton.NodeId;
import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The arbiter of the provider {@code memory}, and what a test does to it. Nothing of it outlives the JVM; it guards
 * nothing between JVMs. Any thread.
 */
public final class MemoryArena {

    private static final MemoryArena OF_THIS_CLASS_LOADER = new MemoryArena("jvm");
    private static final Map<String, MemoryArena> SHARED = new ConcurrentHashMap<>();

    private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();
    private static final int BEATS_PER_TTL = 20;

    private final String name;
    private final Pulse pulse;
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<String, Grant> grants = new HashMap<>();
    private final Map<String, Deque<Attempt>> waiting = new HashMap<>();
    /** Those that hold or ask. */
    private final Set<MemoryLease> busy = new LinkedHashSet<>();

    private final Set<NodeId> cutOff = new HashSet<>();
    private long lastToken = System.currentTimeMillis() << 20;

    private MemoryArena(String name) {
        this.name = name;
        this.pulse = new Pulse("singleton-lease-memory-" + name, this::beat);
    }

    static MemoryArena ofThisClassLoader() {
        return OF_THIS_CLASS_LOADER;
    }

    static MemoryArena named(String name) {
        return SHARED.computeIfAbsent(name, MemoryArena::new);
    }

    /** From now on the node does not reach the arbiter, and is not reached: what it holds there runs out. */
    public void cutOff(NodeId node) {
        locked(() -> {
            cutOff.add(node);
            beatSoon(0);
            return true;
        });
    }

    /** The node reaches the arbiter again. */
    public void heal(NodeId node) {
        locked(() -> cutOff.remove(node));
    }

    /**
     * Breaks the rule: takes the lease from whoever holds it and keeps it for {@link MemoryLeaseProvider#DEFAULT_TTL} or
     * the holder's ttl. The holder finds out when it renews the next time.
     *
     * @return the token under which it is usurped
     */
    public long usurp(String typeName) {
        return locked(() -> {
            Grant before = grants.get(typeName);
            long ttl = before == null ? MemoryLeaseProvider.DEFAULT_TTL.toNanos() : before.ttlNanos();
            lastToken++;
            grants.put(typeName, new Grant("a usurper", null, lastToken, ttl, System.nanoTime() + ttl));
            return lastToken;
        });
    }

    String name() {
        return name;
    }

    /** Where answers and losses are told, in the order in which they came to be. */
    Executor teller() {
        return pulse;
    }

    <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }

    // From here on: under the lock.

    boolean reaches(NodeId node) {
        return !cutOff.contains(node);
    }

    /** How long an attempt waits: as long as the holder can go on holding it without a sign of life. */
    long patience(String typeName, long ttlNanos) {
        Grant grant = grants.get(typeName);
        return grant == null ? ttlNanos : Math.max(ttlNanos, grant.ttlNanos());
    }

    void ask(Attempt attempt, long now) {
        MemoryLease lease = attempt.lease;
        Grant grant = grants.get(lease.typeName);
        if (grant != null && grant.lease() == lease) {
            // What it lost by its own clock and the arbiter still keeps: it is asked for again.
            grants.remove(lease.typeName);
        } else if (grant != null && grant.lease() != null && grant.expired(now)) {
            // So that the loss is decided, and told, before the grant to another.
            grant.lease().keep(now);
        }
        busy.add(lease);
        waiting.computeIfAbsent(lease.typeName, unusedName -> new ArrayDeque<>())
                .add(attempt);
        serve(lease.typeName, now);
        beatSoon(pause(lease));
    }

    void forget(Attempt attempt) {
        Deque<Attempt> queue = waiting.get(attempt.lease.typeName);
        if (queue != null && queue.remove(attempt) && queue.isEmpty()) {
            waiting.remove(attempt.lease.typeName);
        }
    }

    boolean renew(MemoryLease lease, long token, long sent) {
        Grant grant = grants.get(lease.typeName);
        if (grant == null || grant.token() != token) {
            return false;
        }
        grants.put(lease.typeName, grant.renewed(sent));
        return true;
    }

    void giveBack(MemoryLease lease, long token) {
        Grant grant = grants.get(lease.typeName);
        if (grant != null && grant.token() == token) {
            grants.remove(lease.typeName);
            serve(lease.typeName, System.nanoTime());
        }
    }

    /** Gives a free lease to the first of those who wait for it. */
    private void serve(String typeName, long now) {
        Deque<Attempt> queue = waiting.get(typeName);
        while (queue != null && !queue.isEmpty() && isFree(typeName, now)) {
            Attempt first = queue.remove();
            MemoryLease lease = first.lease;
            long sent = Math.max(first.asked, lease.lastSignOfLife(now));
            if (!reaches(lease.self)) {
                lease.refused(first, lease.failed("the node cannot reach the arena"));
            } else if (!lease.worthHaving(sent, now)) {
                lease.refused(first, lease.failed("the node stands still"));
            } else {
                lastToken++;
                grants.put(
                        typeName,
                        new Grant(lease.self.toString(), lease, lastToken, lease.ttlNanos, sent + lease.ttlNanos));
                lease.granted(first, lastToken, sent);
            }
        }
        if (queue != null && queue.isEmpty()) {
            waiting.remove(typeName);
        }
    }

    private boolean isFree(String typeName, long now) {
        Grant grant = grants.get(typeName);
        return grant == null || grant.expired(now);
    }

    /** Renews, ends what has run out, and answers those who have waited long enough. Losses come before grants. */
    private void beat() {
        locked(() -> {
            long now = System.nanoTime();
            busy.forEach(lease -> lease.keep(now));
            List.copyOf(waiting.keySet()).forEach(typeName -> {
                serve(typeName, now);
                endWaiting(typeName, now);
            });
            grants.values().removeIf(grant -> grant.expired(now));
            busy.removeIf(MemoryLease::idle);
            busy.stream().mapToLong(MemoryArena::pause).min().ifPresent(this::beatSoon);
            return true;
        });
    }

    private void endWaiting(String typeName, long now) {
        Deque<Attempt> queue = waiting.get(typeName);
        Grant grant = grants.get(typeName);
        if (queue == null || grant == null) {
            return;
        }
        for (Attempt attempt : List.copyOf(queue)) {
            Acquisition answer = null;
            if (!reaches(attempt.lease.self)) {
                answer = attempt.lease.failed("the node cannot reach the arena");
            } else if (attempt.until - now <= 0) {
                answer = new Acquisition.Held(grant.holder());
            }
            if (answer != null) {
                forget(attempt);
                attempt.lease.refused(attempt, answer);
            }
        }
    }

    private void beatSoon(long nanos) {
        pulse.beatWithin(nanos);
    }

    private static long pause(MemoryLease lease) {
        return Math.min(lease.ttlNanos / BEATS_PER_TTL, LONGEST_PAUSE);
    }
}
