package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.SingletonKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The handle that the application has. */
final class Handle<M> implements Proxy<M> {

    private final KeyRuntime<M> runtime;

    Handle(KeyRuntime<M> runtime) {
        this.runtime = runtime;
    }

    @Override
    public SingletonKey<M> key() {
        return runtime.key();
    }

    @Override
    public void tell(M message) {
        runtime.checkType(message);
        runtime.tell(message);
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType) {
        return ask(message, replyType, runtime.options().askTimeout());
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType, Duration timeout) {
        runtime.checkType(message);
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "The time-out of an ask to singleton " + key() + " is " + timeout + "; more than zero is meant");
        }
        return runtime.ask(message, replyType, timeout);
    }

    @Override
    public Optional<NodeId> owner() {
        return runtime.owner();
    }

    @Override
    public boolean locallyOwned() {
        return runtime.locallyOwned();
    }

    @Override
    public String toString() {
        return "Proxy[" + key() + "]";
    }
}
