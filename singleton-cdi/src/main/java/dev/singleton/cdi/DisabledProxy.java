package dev.singleton.cdi;

import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The handle on a node that is switched off: it can be injected, and every use of it says why it is of none. */
record DisabledProxy<M>(SingletonKey<M> key) implements Proxy<M> {

    static SingletonUnavailableException disabled(String what) {
        return new SingletonUnavailableException(what + " is of no use here: " + NodeSettings.ENABLED
                + " is false on this node; set it to true, or leave it out, to take part in the cluster");
    }

    @Override
    public void tell(M message) {
        throw unavailable();
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType) {
        return CompletableFuture.failedStage(unavailable());
    }

    @Override
    public <R> CompletionStage<R> ask(M message, Class<R> replyType, Duration timeout) {
        return CompletableFuture.failedStage(unavailable());
    }

    @Override
    public Optional<NodeId> owner() {
        return Optional.empty();
    }

    @Override
    public boolean locallyOwned() {
        return false;
    }

    private SingletonUnavailableException unavailable() {
        return disabled("The handle of singleton '" + key + "'");
    }
}
