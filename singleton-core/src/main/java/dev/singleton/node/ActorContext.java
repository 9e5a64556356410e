package dev.singleton.node;

import dev.singleton.Proxy;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.StopReason;
import dev.singleton.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The context of one instance. Used by one thread at a time, that of the current call. */
final class ActorContext<M> implements SingletonContext<M> {

    private final KeyRuntime<M> runtime;
    private final Tenure tenure;
    private final ActorTimers<M> timers;
    private @Nullable Letter current;
    private boolean stopSelf;
    private Optional<StopReason> stopReason = Optional.empty();

    ActorContext(KeyRuntime<M> runtime, Tenure tenure) {
        this.runtime = runtime;
        this.tenure = tenure;
        this.timers = new ActorTimers<>(runtime);
    }

    void begin(Letter letter) {
        current = letter;
    }

    void finish() {
        current = null;
    }

    /** The actor threw: whoever waits for a reply hears of it. */
    void fail(Throwable failure) {
        Letter asked = current;
        current = null;
        if (asked != null && asked.expectsReply()) {
            runtime.replyFailure(asked, failure);
        }
    }

    void stopping(StopReason reason) {
        current = null;
        stopReason = Optional.of(reason);
        timers.close();
    }

    void endTimers() {
        timers.close();
    }

    boolean stopsSelf() {
        return stopSelf;
    }

    boolean isCurrent(Object timer) {
        return timers.isCurrent(timer);
    }

    @Override
    public SingletonKey<M> key() {
        return runtime.key();
    }

    @Override
    public Proxy<M> self() {
        return runtime.handle();
    }

    @Override
    public void reply(Object reply) {
        Letter asked = current;
        if (asked == null || !asked.expectsReply()) {
            runtime.uselessReply();
            return;
        }
        // A second reply finds no letter that expects one.
        current = Letter.told(reply);
        runtime.reply(asked, reply);
    }

    @Override
    public boolean expectsReply() {
        Letter asked = current;
        return asked != null && asked.expectsReply();
    }

    @Override
    public void stopSelf() {
        stopSelf = true;
    }

    @Override
    public Optional<StopReason> stopReason() {
        return stopReason;
    }

    @Override
    public Timers<M> timers() {
        return timers;
    }

    @Override
    public OptionalLong fencingToken() {
        return tenure.token();
    }

    @Override
    public boolean leaseValid() {
        return tenure.valid();
    }

    @Override
    public Optional<Duration> leaseRemaining() {
        return tenure.remaining();
    }
}
