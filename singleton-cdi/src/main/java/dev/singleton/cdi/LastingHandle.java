package dev.singleton.cdi;

import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.SingletonKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The handle that the application has, for as long as it lives: it leads to the node of the moment. Between two nodes it
 * leads to the one that has ended, where a message becomes a dead letter and an ask fails at once.
 */
final class LastingHandle<M> implements Proxy<M> {

    private final SingletonKey<M> key;
    private volatile Proxy<M> current;

    LastingHandle(Proxy<M> first) {
        this.key = first.key();
        this.current = first;
    }

    void leadTo(Proxy<M> next) {
        current = next;
    }

    @Override
    public SingletonKey<M> key() {
        return key;
    }

    @Override
    public void tell(M message) {
        current.tell(message);
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType) {
        return current.ask(message, replyType);
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType, Duration timeout) {
        return current.ask(message, replyType, timeout);
    }

    @Override
    public Optional<NodeId> owner() {
        return current.owner();
    }

    @Override
    public boolean locallyOwned() {
        return current.locallyOwned();
    }

    @Override
    public String toString() {
        return current.toString();
    }
}
