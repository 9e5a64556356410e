package dev.singleton;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The singletons as one node sees them: one object per node, safe for any thread. */
public interface ClusterSingletons extends AutoCloseable {

    /**
     * Makes this node a possible host of the singleton and gives its handle. Get or create: the same settings again
     * give the same handle.
     *
     * @param actor makes a new instance at each activation, on the node that hosts only
     * @throws SingletonConfigurationException when the key runs here with other settings, naming the difference, or
     *     when the settings or the message type are unusable
     */
    <M> Proxy<M> start(SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor, SingletonOptions options);

    /** {@link #start(SingletonKey, Supplier, SingletonOptions)} with the default options. */
    <M> Proxy<M> start(SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor);

    /**
     * The handle, without hosting. A later {@code start} keeps it.
     *
     * @throws SingletonConfigurationException when this node knows the name with another message type or role
     */
    <M> Proxy<M> ref(SingletonKey<M> key);

    /**
     * Takes this node out of rotation for the key: an instance here is drained and stopped, and another node hosts.
     * Completes when that is done. {@code start} brings the node back, also in the same breath.
     */
    CompletionStage<Void> stop(SingletonKey<?> key);

    /** Whether this node is in rotation for the key. */
    boolean isStarted(SingletonKey<?> key);

    /** What this node knows of the singleton; empty when it neither started nor referenced it. */
    Optional<SingletonStatus> status(SingletonKey<?> key);

    /** The status of every singleton that this node started or referenced. */
    Collection<SingletonStatus> all();

    /**
     * Starts the instance anew wherever it lives: it is drained and stopped, then a new one started on the same node.
     * Completes when the new instance runs; fails with {@link SingletonUnavailableException} when nobody hosts.
     */
    CompletionStage<Void> restart(SingletonKey<?> key);

    /**
     * Tells a listener what happens, in order, on a thread of the library's executor. A listener's exception is logged
     * and harms nobody. Close the result to end it.
     */
    AutoCloseable subscribe(Consumer<? super SingletonEvent> listener);

    /**
     * Leaves gracefully: says so to the others, drains and stops what runs here, hands it over, delivers what was told
     * here, and only then returns. Bounded by the largest hand-over time-out in use, plus 2 s for what is in hand and a
     * moment for the last frames. An instance that has not stopped by then is left behind, which the log says as an error:
     * another node may start one beside it. A second call waits for the first.
     */
    @Override
    void close();
}
