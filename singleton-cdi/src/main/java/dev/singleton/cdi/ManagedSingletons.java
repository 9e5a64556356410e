package dev.singleton.cdi;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The node as the application injects it. What a program starts by hand gets the settings of its name and runs in the
 * same surroundings as what is declared. It outlives the node's member: what was started here is put onto the next one. While
 * there is none, {@code start}, {@code restart} and the {@code ref} of a singleton without a handle fail with a
 * {@link dev.singleton.SingletonUnavailableException}.
 */
record ManagedSingletons(NodeLifeCycle lifeCycle) implements ClusterSingletons {

    @Override
    public <M> Proxy<M> start(
            SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor, SingletonOptions options) {
        ClusterSingletons unused = lifeCycle.alive();
        SingletonOptions resolved = lifeCycle.application().types().resolve(key.typeName(), options);
        Activation.Source<M> source = () -> new Activation<>(actor.get(), () -> {});
        Supplier<SingletonActor<M>> hosted = HostedActor.supplier(source, lifeCycle.surroundings());
        return lifeCycle.roster().start(key, node -> node.start(key, hosted, resolved));
    }

    @Override
    public <M> Proxy<M> start(SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor) {
        return start(key, actor, SingletonOptions.defaults());
    }

    @Override
    public <M> Proxy<M> ref(SingletonKey<M> key) {
        ClusterSingletons unused = node();
        Optional<Proxy<M>> known =
                lifeCycle.trouble().flatMap(why -> lifeCycle.roster().known(key));
        if (known.isEmpty()) {
            ClusterSingletons unusedToo = lifeCycle.alive();
        }
        return known.orElseGet(() -> lifeCycle.roster().ref(key));
    }

    @Override
    public CompletionStage<Void> stop(SingletonKey<?> key) {
        ClusterSingletons unused = node();
        return lifeCycle.roster().stop(key);
    }

    @Override
    public boolean isStarted(SingletonKey<?> key) {
        return node().isStarted(key);
    }

    @Override
    public Optional<SingletonStatus> status(SingletonKey<?> key) {
        return node().status(key);
    }

    @Override
    public Collection<SingletonStatus> all() {
        return node().all();
    }

    @Override
    public CompletionStage<Void> restart(SingletonKey<?> key) {
        return lifeCycle.alive().restart(key);
    }

    @Override
    public AutoCloseable subscribe(Consumer<? super SingletonEvent> listener) {
        ClusterSingletons unused = node();
        return lifeCycle.roster().subscribe(listener);
    }

    /** Takes this node out of the cluster before the application ends. */
    @Override
    public void close() {
        lifeCycle.close();
    }

    private ClusterSingletons node() {
        return lifeCycle.built();
    }
}
