package dev.singleton.node;

import dev.singleton.SingletonEvent;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Tells listeners what happens, in order, never on the thread where it happened. */
final class EventBus {

    /** Events that wait for slow listeners; beyond it, the newest are counted and told in one line. */
    private static final int CAPACITY = 100_000;

    private static final System.Logger LOG = System.getLogger(EventBus.class.getName());

    private final Workers workers;
    private final List<Consumer<? super SingletonEvent>> listeners = new CopyOnWriteArrayList<>();
    private final ArrayDeque<SingletonEvent> waiting = new ArrayDeque<>();
    private boolean running;
    private long lost;

    EventBus(Workers workers) {
        this.workers = workers;
    }

    AutoCloseable subscribe(Consumer<? super SingletonEvent> listener) {
        // A wrapper of its own, so that one listener subscribed twice can be ended twice.
        Consumer<SingletonEvent> entry = listener::accept;
        listeners.add(entry);
        return () -> listeners.remove(entry);
    }

    void fire(SingletonEvent event) {
        if (listeners.isEmpty()) {
            return;
        }
        synchronized (waiting) {
            if (waiting.size() >= CAPACITY) {
                lost++;
                return;
            }
            waiting.add(event);
            if (running) {
                return;
            }
            running = true;
        }
        workers.execute(this::drain);
    }

    private void drain() {
        while (true) {
            SingletonEvent event;
            long missed;
            synchronized (waiting) {
                event = waiting.poll();
                missed = lost;
                lost = 0;
                if (event == null) {
                    running = false;
                    if (missed == 0) {
                        return;
                    }
                }
            }
            if (missed > 0) {
                LOG.log(Level.WARNING, missed + " events were not told: the listeners are too slow");
            }
            if (event == null) {
                return;
            }
            tell(event);
        }
    }

    private void tell(SingletonEvent event) {
        for (Consumer<? super SingletonEvent> listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException | Error fault) {
                // Errors too, such as a failed assertion: they would end the telling for good.
                LOG.log(Level.WARNING, "A listener failed on " + event + "; the others are told all the same", fault);
            }
        }
    }
}
