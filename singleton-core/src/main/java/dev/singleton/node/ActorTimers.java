package dev.singleton.node;

import dev.singleton.Timers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one instance. A timer that fires puts its message into the mailbox; whether it still counts is looked at
 * when the message is taken out, so that a cancelled timer's message is not delivered.
 */
final class ActorTimers<M> implements Timers<M> {

    private final KeyRuntime<M> runtime;
    private final Map<Object, Armed> armed = new HashMap<>();
    private boolean closed;

    private static final class Armed {
        final Object key;
        final boolean periodic;

        @Nullable
        Future<?> future;
        /** Its message waits in the mailbox: a slow actor gets one at a time, and the mailbox does not grow. */
        boolean waiting;

        Armed(Object key, boolean periodic) {
            this.key = key;
            this.periodic = periodic;
        }
    }

    ActorTimers(KeyRuntime<M> runtime) {
        this.runtime = runtime;
    }

    @Override
    public void startSingle(Object key, M message, Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException(
                    "The delay of timer '" + key + "' is " + delay + "; zero or more is meant");
        }
        start(key, message, delay, false);
    }

    @Override
    public void startPeriodic(Object key, M message, Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException(
                    "The interval of timer '" + key + "' is " + interval + "; more than zero is meant");
        }
        start(key, message, interval, true);
    }

    private synchronized void start(Object key, M message, Duration delay, boolean periodic) {
        Objects.requireNonNull(key, "key");
        runtime.checkType(message);
        if (closed) {
            return;
        }
        cancel(key);
        Armed timer = new Armed(key, periodic);
        armed.put(key, timer);
        timer.future = runtime.timer(() -> fired(timer, message), delay, periodic);
    }

    private synchronized void fired(Armed timer, M message) {
        if (armed.get(timer.key) == timer && !timer.waiting) {
            timer.waiting = true;
            runtime.lane().toSelf(Letter.fromTimer(message, timer));
        }
    }

    @Override
    public synchronized void cancel(Object key) {
        Armed timer = armed.remove(key);
        if (timer != null && timer.future != null) {
            timer.future.cancel(false);
        }
    }

    /** Whether a message of this timer still counts; a single timer has then done its work. */
    synchronized boolean isCurrent(Object timer) {
        if (!(timer instanceof Armed fired) || armed.get(fired.key) != fired) {
            return false;
        }
        fired.waiting = false;
        if (!fired.periodic) {
            armed.remove(fired.key);
        }
        return true;
    }

    synchronized void close() {
        closed = true;
        armed.values().forEach(timer -> {
            if (timer.future != null) {
                timer.future.cancel(false);
            }
        });
        armed.clear();
    }
}
