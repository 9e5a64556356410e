package dev.singleton.lease.cp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What the owner thread has to do: releases first, because others wait for them, then everything else in the order in which
 * it falls due; what falls due at once comes in the order of asking, so that 1,000 types get their turn. Owner thread only.
 */
final class Agenda {

    private final Deque<Runnable> urgent = new ArrayDeque<>();
    private final PriorityQueue<Entry> timed =
            new PriorityQueue<>(Comparator.comparingLong(Entry::sinceBase).thenComparingLong(Entry::turn));
    private final long base = System.nanoTime();
    private long turns;

    private record Entry(
            long sinceBase,
            long turn,
            Runnable work,
            @Nullable AcquireCall call) {}

    void urgent(Runnable work) {
        urgent.add(work);
    }

    /** Work that falls due at a time of {@link System#nanoTime()}. */
    void at(long nanos, Runnable work) {
        timed.add(new Entry(nanos - base, turns++, work, null));
    }

    void at(long nanos, AcquireCall call, Runnable work) {
        timed.add(new Entry(nanos - base, turns++, work, call));
    }

    /** An attempt that waits for its turn gets it at once. */
    void hurry(AcquireCall call, long nanos) {
        List<Entry> waiting = timed.stream().filter(entry -> entry.call == call).toList();
        for (Entry entry : waiting) {
            timed.remove(entry);
            at(nanos, call, entry.work);
        }
    }

    boolean isEmpty() {
        return urgent.isEmpty() && timed.isEmpty();
    }

    /** How long nothing falls due: 0 when something is due. */
    long idleNanos(long now) {
        if (!urgent.isEmpty()) {
            return 0;
        }
        Entry first = timed.peek();
        return first == null ? Long.MAX_VALUE : Math.max(0, first.sinceBase - (now - base));
    }

    void runUrgent() {
        for (Runnable work = urgent.poll(); work != null; work = urgent.poll()) {
            work.run();
        }
    }

    /** Takes what is to be done next, if anything is due. */
    @Nullable
    Runnable next(long now) {
        if (!urgent.isEmpty()) {
            return urgent.poll();
        }
        Entry first = timed.peek();
        if (first == null || first.sinceBase > now - base) {
            return null;
        }
        timed.poll();
        return first.work;
    }

    /** Takes all attempts off, because the arbiter cannot be asked. */
    List<AcquireCall> takeCalls() {
        List<AcquireCall> attempts = new ArrayList<>();
        timed.removeIf(entry -> entry.call != null && attempts.add(entry.call));
        return attempts;
    }
}
