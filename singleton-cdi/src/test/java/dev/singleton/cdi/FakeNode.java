package dev.singleton.cdi;

import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus;
import dev.singleton.StopReason;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.Lease;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A node alone in its cluster: a test says when it hosts, and messages are handled on the thread that tells them. */
final class FakeNode implements SingletonNode {

    final List<String> journal = new CopyOnWriteArrayList<>();
    final Map<String, Started<?>> started = new TreeMap<>();
    final Map<String, FakeProxy<?>> handles = new TreeMap<>();
    final Map<String, Lease.Condition> leases = new TreeMap<>();
    final List<SingletonStatus> statuses = new ArrayList<>();
    private final List<Consumer<? super SingletonEvent>> listeners = new CopyOnWriteArrayList<>();
    /** What else happens while the node leaves. */
    Step closing = () -> {};

    private boolean up;

    /** A part of a test's story. */
    interface Step {
        void run() throws Exception;
    }

    record Started<M>(SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor, SingletonOptions options) {}

    /** A factory that joins this node, and notes it. */
    NodeFactory factory() {
        return place -> {
            journal.add("join");
            return new NodeFactory.Joined(this, () -> journal.add("release"), true);
        };
    }

    /** Makes an instance, as an elected node does. */
    void host(String name) throws Exception {
        handle(name).host(started.get(name));
    }

    /** Stops the instance. */
    void stop(String name, StopReason reason) throws Exception {
        handle(name).stop(reason);
    }

    void fire(SingletonEvent event) {
        listeners.forEach(listener -> listener.accept(event));
    }

    @SuppressWarnings("unchecked")
    <M> FakeProxy<M> handle(String name) {
        return (FakeProxy<M>) handles.get(name);
    }

    @Override
    public <M> Proxy<M> start(
            SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor, SingletonOptions options) {
        journal.add("start " + key);
        started.put(key.typeName(), new Started<>(key, actor, options));
        return proxy(key);
    }

    @Override
    public <M> Proxy<M> start(SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor) {
        return start(key, actor, SingletonOptions.defaults());
    }

    @Override
    public <M> Proxy<M> ref(SingletonKey<M> key) {
        journal.add("ref " + key);
        return proxy(key);
    }

    @SuppressWarnings("unchecked")
    private <M> Proxy<M> proxy(SingletonKey<M> key) {
        return (Proxy<M>) handles.computeIfAbsent(key.typeName(), name -> new FakeProxy<>(key));
    }

    @Override
    public CompletionStage<Void> stop(SingletonKey<?> key) {
        started.remove(key.typeName());
        return CompletableFuture.completedStage(null);
    }

    @Override
    public boolean isStarted(SingletonKey<?> key) {
        return started.containsKey(key.typeName());
    }

    @Override
    public Optional<SingletonStatus> status(SingletonKey<?> key) {
        return statuses.stream().filter(status -> status.key().equals(key)).findFirst();
    }

    @Override
    public Collection<SingletonStatus> all() {
        return statuses;
    }

    @Override
    public CompletionStage<Void> restart(SingletonKey<?> key) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public AutoCloseable subscribe(Consumer<? super SingletonEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void up() {
        journal.add("up");
        up = true;
    }

    @Override
    public void declareComplete() {
        journal.add("complete");
    }

    @Override
    public boolean ready() {
        return up;
    }

    @Override
    public Map<String, Lease.Condition> leases() {
        return leases;
    }

    @Override
    public NodeId self() {
        return new NodeId(new UUID(1, 1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 5701));
    }

    @Override
    public void close() {
        journal.add("close");
        up = false;
        try {
            closing.run();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
