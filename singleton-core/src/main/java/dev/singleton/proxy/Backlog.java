package dev.singleton.proxy;

import dev.singleton.DeadLetterReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The messages that wait in an outbox, first in, first out. What it drops, or passes over, it tells the port. */
final class Backlog<E extends Envelope> {

    private final OutboxPort<E> port;
    private final ArrayDeque<E> queue = new ArrayDeque<>();
    private int bufferSize;
    private int capacity;
    private boolean warned;

    Backlog(int bufferSize, int capacity, OutboxPort<E> port) {
        this.bufferSize = bufferSize;
        this.capacity = capacity;
        this.port = port;
    }

    void bounds(int newBufferSize, int newCapacity) {
        bufferSize = newBufferSize;
        capacity = newCapacity;
    }

    /**
     * Takes a message, or makes it a dead letter when the bound is met: the newest one is dropped.
     *
     * @param inFlight messages that are on their way and count too
     */
    void add(E message, int inFlight, boolean host) {
        int bound = host ? capacity : bufferSize;
        if (queue.size() + inFlight < bound) {
            queue.addLast(message);
            return;
        }
        DeadLetterReason reason = host ? DeadLetterReason.OUTBOX_FULL : DeadLetterReason.NO_HOST_BUFFER_FULL;
        if (!warned) {
            warned = true;
            port.full(reason, bound);
        }
        port.deadLetter(message, reason);
    }

    /** Before all others, in this order; the bound does not count for what was here already. */
    void addFirst(List<E> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            queue.addFirst(messages.get(i));
        }
    }

    E removeFirst() {
        return queue.removeFirst();
    }

    List<E> take(Predicate<E> which) {
        List<E> taken = new ArrayList<>();
        queue.removeIf(message -> which.test(message) && taken.add(message));
        return taken;
    }

    /** The next messages, so many at most; whom nobody waits for any more is passed over. */
    List<E> next(int most) {
        List<E> batch = new ArrayList<>(Math.min(most, queue.size()));
        while (batch.size() < most && !queue.isEmpty()) {
            E message = queue.removeFirst();
            if (message.expired()) {
                port.deadLetter(message, DeadLetterReason.EXPIRED);
            } else {
                batch.add(message);
            }
        }
        return batch;
    }

    /** Nothing waits: the next bound that is met is news again. */
    void drained() {
        warned = false;
    }

    int size() {
        return queue.size();
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }
}
