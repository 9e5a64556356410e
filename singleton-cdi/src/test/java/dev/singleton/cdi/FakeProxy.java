package dev.singleton.cdi;

import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonKey;
import dev.singleton.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The handle and the manager of a singleton on a {@link FakeNode}. */
class FakeProxy<M> implements Proxy<M> {

    final List<M> buffered = new ArrayList<>();
    SingletonActor<M> instance;
    private final SingletonKey<M> key;

    FakeProxy(SingletonKey<M> key) {
        this.key = key;
    }

    @SuppressWarnings("unchecked")
    void host(FakeNode.Started<?> started) throws Exception {
        instance = (SingletonActor<M>) started.actor().get();
        instance.preStart(context(Optional.empty(), new CompletableFuture<>()));
        for (M message : buffered) {
            tell(message);
        }
        buffered.clear();
    }

    void stop(StopReason reason) throws Exception {
        instance.postStop(context(Optional.of(reason), new CompletableFuture<>()));
    }

    @Override
    public SingletonKey<M> key() {
        return key;
    }

    @Override
    public void tell(M message) {
        if (instance == null) {
            buffered.add(message);
        } else {
            ask(message, Object.class);
        }
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType) {
        CompletableFuture<Object> reply = new CompletableFuture<>();
        try {
            instance.receive(message, context(Optional.empty(), reply));
        } catch (Exception failed) {
            reply.completeExceptionally(failed);
        }
        return reply.thenApply(replyType::cast);
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType, Duration timeout) {
        return ask(message, replyType);
    }

    @Override
    public Optional<NodeId> owner() {
        return Optional.empty();
    }

    @Override
    public boolean locallyOwned() {
        return instance != null;
    }

    private FakeContext<M> context(Optional<StopReason> reason, CompletableFuture<Object> reply) {
        return new FakeContext<>(key, this, reason, reply);
    }
}
