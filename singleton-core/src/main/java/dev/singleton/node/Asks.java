package dev.singleton.node;

import dev.singleton.AskTimeoutException;
import dev.singleton.NodeId;
import dev.singleton.RemoteFailureException;
import dev.singleton.SingletonException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.wire.Frame;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Who waits on this node for a reply. Each wait ends: with the first reply, a failure, or its time-out. */
final class Asks {

    /** Waits at once on one node. */
    private static final int CAPACITY = 1_000_000;

    private static final System.Logger LOG = System.getLogger(Asks.class.getName());

    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    /** An id is a secret between the asker and the hosts that get the ask: who could guess it could answer. */
    private final SecureRandom ids = new SecureRandom();

    private final Completions completions;
    private final ScheduledExecutorService timers;
    private final Replies replies;
    private final Dropped dropped;

    /** @param dropped counts replies that nobody waits for any more */
    Asks(Completions completions, ScheduledExecutorService timers, Replies replies, Dropped dropped) {
        this.completions = completions;
        this.timers = timers;
        this.replies = replies;
        this.dropped = dropped;
    }

    /** One wait. */
    final class Pending {
        private final long id;
        private final SingletonKey<?> key;
        private final Class<?> replyType;
        private final CompletableFuture<@Nullable Object> reply = new CompletableFuture<>();
        private volatile boolean done;
        /** The first reply is on its way to where continuations run; none that comes behind it waits there. */
        private final AtomicBoolean answered = new AtomicBoolean();

        private volatile @Nullable NodeId host;
        private @Nullable Future<?> timer;

        private Pending(long id, SingletonKey<?> key, Class<?> replyType) {
            this.id = id;
            this.key = key;
            this.replyType = replyType;
        }

        long id() {
            return id;
        }

        boolean done() {
            return done;
        }

        CompletableFuture<@Nullable Object> reply() {
            return reply;
        }

        /** The host has the message in its mailbox. */
        void acceptedBy(NodeId node) {
            host = node;
        }

        /** The reply of an instance on this node, by reference. */
        void answer(@Nullable Object value) {
            if (value != null && !replyType.isInstance(value)) {
                fail(wrongType(value.getClass().getName()));
                return;
            }
            if (value != null) {
                replies.whatKeepsHere(value, replyType).ifPresent(this::warn);
            }
            if (end()) {
                completions.execute(() -> reply.complete(value));
            }
        }

        private void warn(String whatKeepsHere) {
            LOG.log(
                    Level.WARNING,
                    "A reply of singleton " + key + " reaches askers on this node only; on another one the ask would"
                            + " fail: " + whatKeepsHere);
        }

        /** The reply of another node; already where continuations run. */
        private void answerHere(@Nullable Object value) {
            if (end()) {
                reply.complete(value);
            }
        }

        void fail(Throwable cause) {
            if (end()) {
                completions.execute(() -> reply.completeExceptionally(cause));
            }
        }

        private SingletonException wrongType(String actual) {
            return new SingletonException("Singleton " + key + " replied with a " + actual + " where "
                    + replyType.getName() + " was asked for");
        }

        /** Only the first end counts. */
        private boolean end() {
            if (pending.remove(id) == null) {
                dropped.count();
                return false;
            }
            done = true;
            Future<?> armed = timer;
            if (armed != null) {
                armed.cancel(false);
            }
            return true;
        }
    }

    Pending open(SingletonKey<?> key, Class<?> replyType, Duration timeout) {
        if (pending.size() >= CAPACITY) {
            throw new SingletonUnavailableException("Singleton " + key + ": " + CAPACITY
                    + " asks of this node wait for a reply already; the actor is too slow for the load");
        }
        Pending ask = pending(key, replyType);
        try {
            ask.timer = timers.schedule(
                    () -> ask.fail(new AskTimeoutException("Singleton " + key + " did not reply within " + timeout
                            + "; the message may have been handled, or may yet be")),
                    Nanos.of(timeout),
                    TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            ask.fail(new SingletonUnavailableException("Singleton " + key + " cannot be asked: this node is closed"));
        }
        return ask;
    }

    private Pending pending(SingletonKey<?> key, Class<?> replyType) {
        Pending ask;
        do {
            ask = new Pending(ids.nextLong(), key, replyType);
            // 0 stands for a tell.
        } while (ask.id == 0 || pending.putIfAbsent(ask.id, ask) != null);
        return ask;
    }

    /** A reply arrived; on a thread of the transport, so that nothing is decoded here. */
    void received(Frame.Reply frame) {
        Pending ask = pending.get(frame.askId());
        if (ask == null || !ask.answered.compareAndSet(false, true)) {
            dropped.count();
            return;
        }
        // The host may go now: what it had to say is here.
        ask.host = null;
        completions.execute(() -> complete(ask, frame));
    }

    private void complete(Pending ask, Frame.Reply frame) {
        if (frame.failure()) {
            String text = new String(frame.body().bytes(), StandardCharsets.UTF_8);
            ask.fail(new RemoteFailureException("Singleton " + ask.key + " failed: " + text));
            return;
        }
        try {
            ask.answerHere(replies.decode(frame.body(), ask.replyType));
        } catch (IllegalArgumentException unreadable) {
            ask.fail(new SingletonException(
                    "The reply of singleton " + ask.key + " cannot be read: " + unreadable.getMessage(), unreadable));
        }
    }

    void fail(long id, Throwable cause) {
        Pending ask = pending.get(id);
        if (ask != null) {
            ask.fail(cause);
        }
    }

    /** The member is gone: what it had accepted and not answered will not be answered. */
    void gone(NodeId member) {
        pending.values().stream()
                .filter(ask -> member.equals(ask.host))
                .forEach(ask -> ask.fail(new SingletonUnavailableException("Singleton " + ask.key + ": its host "
                        + member + " was gone before it replied; the message may have been handled")));
    }

    /** The node closes: nobody waits any longer. */
    void close() {
        pending.values()
                .forEach(ask -> ask.fail(new SingletonUnavailableException(
                        "Singleton " + ask.key + ": this node was closed before a reply came")));
    }
}
