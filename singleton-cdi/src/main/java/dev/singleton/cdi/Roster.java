package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonStatus.State;
import dev.singleton.node.SingletonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All that an application has on its node, declared or started by hand: what is put onto the next node when a node's member
 * has ended. There is one handle for each singleton, whatever node it leads to. Any thread; no call waits for the application.
 */
final class Roster {

    private final Map<String, Entry<?>> entries = new LinkedHashMap<>();
    private final List<Subscription> subscriptions = new ArrayList<>();
    private @Nullable SingletonNode node;

    /** How a singleton is put onto a node. */
    @FunctionalInterface
    interface Way<M> {
        Proxy<M> onto(SingletonNode node);
    }

    private static final class Entry<M> {
        private final SingletonKey<M> key;
        private Way<M> way;
        private @Nullable LastingHandle<M> handle;

        Entry(SingletonKey<M> key, Way<M> way) {
            this.key = key;
            this.way = way;
        }

        LastingHandle<M> put(SingletonNode node) {
            Proxy<M> next = way.onto(node);
            LastingHandle<M> known = handle;
            if (known == null) {
                known = new LastingHandle<>(next);
                handle = known;
            } else {
                known.leadTo(next);
            }
            return known;
        }
    }

    /** Adds what every node gets from its beginning. */
    synchronized <M> void declare(SingletonKey<M> key, Way<M> way) {
        entries.put(key.typeName(), new Entry<>(key, way));
    }

    /** The handle of a singleton that some node has or had. */
    synchronized Optional<Proxy<?>> handle(SingletonKey<?> key) {
        Entry<?> entry = entries.get(key.typeName());
        return entry == null ? Optional.empty() : Optional.ofNullable(entry.handle);
    }

    /** The handle that there is, if its messages are of that type. */
    synchronized <M> Optional<Proxy<M>> known(SingletonKey<M> key) {
        return Optional.ofNullable(find(key))
                .filter(entry -> entry.key.messageType().equals(key.messageType()))
                .map(entry -> entry.handle);
    }

    /**
     * Puts all onto a node, which is the node from now on. What was out of rotation stays so.
     *
     * @throws RuntimeException of the node, which is then to be closed
     */
    synchronized void moveTo(SingletonNode next) {
        SingletonNode before = node;
        if (before != null) {
            entries.values().stream()
                    .filter(entry -> outOfRotation(entry.key, before))
                    .forEach(Roster::reference);
        }
        node = next;
        subscriptions.forEach(subscription -> subscription.moveTo(next));
        entries.values().forEach(entry -> entry.put(next));
        next.declareComplete();
    }

    /** A death may have taken it out of rotation on the node of before; that outlives the node as a stop does. */
    private static boolean outOfRotation(SingletonKey<?> key, SingletonNode before) {
        return before.status(key).filter(status -> status.state() == State.OUT).isPresent();
    }

    /** Starts a singleton on the node, and on those to come. */
    synchronized <M> Proxy<M> start(SingletonKey<M> key, Way<M> way) {
        SingletonNode current = current();
        boolean started = current.isStarted(key);
        Proxy<M> target = way.onto(current);
        return started ? known(key, target) : entry(key, target, way);
    }

    /** References a singleton on the node, and on those to come. */
    synchronized <M> Proxy<M> ref(SingletonKey<M> key) {
        return known(key, current().ref(key));
    }

    /** The node has checked that the message types are the same. */
    private <M> Proxy<M> known(SingletonKey<M> key, Proxy<M> target) {
        Entry<M> entry = find(key);
        return entry != null && entry.handle != null ? entry.handle : entry(key, target, to -> to.ref(key));
    }

    private <M> Proxy<M> entry(SingletonKey<M> key, Proxy<M> target, Way<M> way) {
        Entry<M> entry = find(key);
        if (entry == null) {
            entry = new Entry<>(key, way);
            entries.put(key.typeName(), entry);
        }
        entry.way = way;
        LastingHandle<M> handle = entry.handle;
        if (handle == null) {
            handle = new LastingHandle<>(target);
            entry.handle = handle;
        }
        return handle;
    }

    @SuppressWarnings("unchecked") // one message type for each name: the nodes see to it
    private <M> @Nullable Entry<M> find(SingletonKey<M> key) {
        return (Entry<M>) entries.get(key.typeName());
    }

    /** Takes a singleton out of rotation on the node; those to come only reference it, until it is started again. */
    synchronized CompletionStage<Void> stop(SingletonKey<?> key) {
        CompletionStage<Void> stopped = current().stop(key);
        Entry<?> entry = entries.get(key.typeName());
        if (entry != null) {
            reference(entry);
        }
        return stopped;
    }

    private static <M> void reference(Entry<M> entry) {
        entry.way = to -> to.ref(entry.key);
    }

    /** Subscribes on the node, and on those to come. */
    synchronized AutoCloseable subscribe(Consumer<? super SingletonEvent> listener) {
        Subscription subscription = new Subscription(listener);
        subscription.moveTo(current());
        subscriptions.add(subscription);
        return () -> end(subscription);
    }

    private synchronized void end(Subscription subscription) throws Exception {
        subscriptions.remove(subscription);
        subscription.end();
    }

    private SingletonNode current() {
        SingletonNode current = node;
        if (current == null) {
            throw new IllegalStateException("There is no node yet");
        }
        return current;
    }

    /** Tells a listener what happens on each node; the last dead letters of one that has ended too. */
    private static final class Subscription {
        private final Consumer<? super SingletonEvent> listener;
        private @Nullable AutoCloseable latest;
        private volatile boolean ended;

        Subscription(Consumer<? super SingletonEvent> listener) {
            this.listener = listener;
        }

        void moveTo(SingletonNode next) {
            latest = next.subscribe(this::tell);
        }

        private void tell(SingletonEvent event) {
            if (!ended) {
                listener.accept(event);
            }
        }

        void end() throws Exception {
            ended = true;
            AutoCloseable open = latest;
            latest = null;
            if (open != null) {
                open.close();
            }
        }
    }
}
