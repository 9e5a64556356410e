package dev.singleton.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A lock, and what is to be done after it. An action under the lock only says what it wants done outside; that is done
 * when the lock is free again: what is quick at once, what encodes messages or calls the application where the caller
 * says.
 */
final class Guard {

    private final ReentrantLock lock = new ReentrantLock();
    private List<Runnable> quick = new ArrayList<>();
    private List<Runnable> slow = new ArrayList<>();

    void run(Runnable action, Executor slowly) {
        List<Runnable> now = List.of();
        List<Runnable> later = List.of();
        lock.lock();
        try {
            action.run();
            if (!quick.isEmpty()) {
                now = quick;
                quick = new ArrayList<>();
            }
            if (!slow.isEmpty()) {
                later = slow;
                slow = new ArrayList<>();
            }
        } finally {
            lock.unlock();
        }
        now.forEach(Runnable::run);
        if (!later.isEmpty()) {
            List<Runnable> outside = later;
            slowly.execute(() -> outside.forEach(Runnable::run));
        }
    }

    <T> T read(Supplier<T> value) {
        lock.lock();
        try {
            return value.get();
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock: any thread may do this at once. */
    void quickly(Runnable task) {
        quick.add(task);
    }

    /** Under the lock: this takes time, or calls the application. */
    void slowly(Runnable task) {
        slow.add(task);
    }
}
