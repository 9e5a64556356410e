package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.StopReason;
import dev.singleton.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** The context of one call on a {@link FakeNode}. */
record FakeContext<M>(
        SingletonKey<M> key, Proxy<M> self, Optional<StopReason> stopReason, CompletableFuture<Object> answer)
        implements SingletonContext<M> {

    @Override
    public void reply(Object reply) {
        answer.complete(reply);
    }

    @Override
    public boolean expectsReply() {
        return true;
    }

    @Override
    public void stopSelf() {}

    @Override
    public Timers<M> timers() {
        throw new UnsupportedOperationException("no timers here");
    }

    @Override
    public OptionalLong fencingToken() {
        return OptionalLong.empty();
    }

    @Override
    public boolean leaseValid() {
        return true;
    }

    @Override
    public Optional<Duration> leaseRemaining() {
        return Optional.empty();
    }
}
