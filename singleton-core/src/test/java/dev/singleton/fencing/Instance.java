package dev.singleton.fencing;

import dev.singleton.Proxy;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.StopReason;
import dev.singleton.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What an instance that holds a token, or none, knows of itself; it can do nothing else. */
public record Instance(SingletonKey<String> key, OptionalLong fencingToken) implements SingletonContext<String> {

    public static Instance of(String name, long token) {
        return new Instance(SingletonKey.of(name, String.class), OptionalLong.of(token));
    }

    public static Instance withoutLease(String name) {
        return new Instance(SingletonKey.of(name, String.class), OptionalLong.empty());
    }

    @Override
    public boolean leaseValid() {
        return true;
    }

    @Override
    public Optional<Duration> leaseRemaining() {
        return Optional.empty();
    }

    @Override
    public Optional<StopReason> stopReason() {
        return Optional.empty();
    }

    @Override
    public boolean expectsReply() {
        return false;
    }

    @Override
    public Proxy<String> self() {
        throw new UnsupportedOperationException("self");
    }

    @Override
    public Timers<String> timers() {
        throw new UnsupportedOperationException("timers");
    }

    @Override
    public void reply(Object reply) {
        throw new UnsupportedOperationException("reply");
    }

    @Override
    public void stopSelf() {
        throw new UnsupportedOperationException("stopSelf");
    }
}
