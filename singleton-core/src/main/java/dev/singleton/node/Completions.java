package dev.singleton.node;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs what follows a reply, a failure or a returned message on the workers, a bounded number at once: a million asks
 * that end together, as when their host dies, must not become a million threads.
 */
final class Completions {

    /** More than this many continuations that block at the same time make the others wait. */
    private static final int MOST_AT_ONCE = 64;

    private final Workers workers;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger running = new AtomicInteger();

    Completions(Workers workers) {
        this.workers = workers;
    }

    void execute(Runnable task) {
        waiting.add(task);
        startOne();
    }

    private void startOne() {
        int now = running.get();
        while (now < MOST_AT_ONCE && !running.compareAndSet(now, now + 1)) {
            now = running.get();
        }
        if (now < MOST_AT_ONCE) {
            workers.execute(this::drain);
        }
    }

    private void drain() {
        Runnable task = waiting.poll();
        while (task != null) {
            Workers.guard(task);
            task = waiting.poll();
        }
        running.decrementAndGet();
        // What came between the last look and the line above started nobody when all were at work.
        if (!waiting.isEmpty()) {
            startOne();
        }
    }
}
