package dev.singleton.node;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.RemoteFailureException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus;
import dev.singleton.SingletonStatus.State;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.control.Snapshot;
import dev.singleton.manager.LeaseView;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One singleton on this node, as the data path and the instance need it. */
final class KeyRuntime<M> {

    private static final System.Logger LOG = System.getLogger(KeyRuntime.class.getName());

    private final SingletonKey<M> key;
    private final Services services;
    private final Counters counters = new Counters();
    private final DeadLetters deadLetters;
    private final Lane lane;
    private final Handle<M> handle = new Handle<>(this);
    private volatile SingletonOptions options;
    private volatile @Nullable Registration<M> registration;
    private volatile Snapshot snapshot = new Snapshot(State.REF, Optional.empty(), List.of(), LeaseView.NONE);
    private volatile @Nullable String lastActivationError;
    private final LeaseSlot lease;
    /** How often it is told that members disagree; for the control thread. */
    private final Pace disagreements = new Pace();

    KeyRuntime(SingletonKey<M> key, SingletonOptions options, long firstSequence, Services services) {
        this.key = key;
        this.options = options;
        this.services = services;
        this.lease = new LeaseSlot(key);
        this.deadLetters = new DeadLetters(key, services, counters, () -> snapshot, this::role);
        this.lane = new Lane(options, firstSequence, new RemoteCourier(key, services, counters, deadLetters));
    }

    SingletonKey<M> key() {
        return key;
    }

    SingletonOptions options() {
        return options;
    }

    Lane lane() {
        return lane;
    }

    Counters counters() {
        return counters;
    }

    Proxy<M> handle() {
        return handle;
    }

    Pace disagreements() {
        return disagreements;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    @Nullable
    Registration<M> registration() {
        return registration;
    }

    void register(@Nullable Registration<M> changed) {
        registration = changed;
        if (changed != null) {
            options = changed.options();
            lane.capacities(options);
        }
    }

    private String role() {
        Registration<M> started = registration;
        return started == null ? key.role() : started.role();
    }

    Snapshot snapshot() {
        return snapshot;
    }

    void snapshot(Snapshot changed) {
        snapshot = changed;
    }

    void lastActivationError(@Nullable String text) {
        lastActivationError = text;
    }

    // ---- for the lease

    LeaseSlot lease() {
        return lease;
    }

    /** Under what an instance that is started now runs. */
    Tenure tenure(SingletonOptions itsOptions) {
        return itsOptions.lease().equals(LeaseProviders.NO_LEASE)
                ? Tenure.UNLIMITED
                : lease.keeper().tenure();
    }

    // ---- for the handle

    void checkType(@Nullable Object message) {
        if (!key.messageType().isInstance(message)) {
            throw new IllegalArgumentException("Singleton " + key + " takes messages of "
                    + key.messageType().getName() + ", not "
                    + (message == null ? "null" : message.getClass().getName()));
        }
    }

    void tell(M message) {
        counters.tells.increment();
        lane.tell(Letter.told(message));
    }

    <R> CompletionStage<R> ask(M message, Class<R> replyType, Duration timeout) {
        counters.asks.increment();
        Asks.Pending ask;
        try {
            ask = services.asks().open(key, replyType, timeout);
        } catch (SingletonUnavailableException tooMany) {
            return CompletableFuture.failedFuture(tooMany);
        }
        lane.tell(Letter.asked(message, ask));
        // Not a cast of the class: a primitive type has no instances of its own.
        @SuppressWarnings("unchecked")
        CompletionStage<R> reply = (CompletionStage<R>) (CompletionStage<?>) ask.reply();
        return reply;
    }

    Optional<NodeId> owner() {
        return snapshot.owner();
    }

    boolean locallyOwned() {
        return snapshot.owner().filter(services.self().get()::equals).isPresent();
    }

    // ---- for the instance

    void work(Runnable task) {
        services.workers().execute(task);
    }

    Future<?> timer(Runnable task, Duration delay, boolean periodic) {
        return services.later(task, delay, periodic);
    }

    /** The message of a letter; null when it cannot be read, of which its sender then hears. */
    @SuppressWarnings("unchecked") // checked by the class object of the key
    @Nullable
    M decode(Letter letter) {
        Object told = letter.message();
        Payload body = letter.body();
        if (told != null || body == null) {
            return (M) told;
        }
        try {
            return services.codec().decode(body.bytes(), key.messageType());
        } catch (RuntimeException | StackOverflowError | LinkageError unreadable) {
            // More than the codec declares: a constructor of the message may throw, and the stream goes on.
            deadLetters.give(letter, DeadLetterReason.NOT_SERIALIZABLE, String.valueOf(unreadable.getMessage()));
            return null;
        }
    }

    void reply(Letter asked, @Nullable Object value) {
        Asks.Pending ask = asked.ask();
        if (ask != null) {
            ask.answer(value);
            return;
        }
        Payload body;
        try {
            body = services.replies().encode(value);
            if (body.size() > RemoteCourier.MOST_MESSAGE_BYTES) {
                throw new IllegalArgumentException(
                        "it has " + body.size() + " bytes, and " + RemoteCourier.MOST_MESSAGE_BYTES + " is the most");
            }
        } catch (RuntimeException | StackOverflowError | LinkageError cannotTravel) {
            LOG.log(Level.WARNING, "A reply of singleton " + key + " cannot travel", cannotTravel);
            replyFailure(asked, cannotTravel);
            return;
        }
        sendReply(asked, false, body);
    }

    void replyFailure(Letter asked, Throwable failure) {
        String text = failure.getClass().getName() + ": " + failure.getMessage();
        Asks.Pending ask = asked.ask();
        if (ask != null) {
            ask.fail(new RemoteFailureException("Singleton " + key + " failed: " + text, failure));
        } else {
            sendReply(asked, true, Payload.of(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private void sendReply(Letter asked, boolean failure, Payload body) {
        NodeId origin = asked.origin();
        if (origin != null) {
            services.send(origin, new Frame.Reply(asked.askId(), failure, body));
        }
    }

    /** A second reply, or one to a tell. */
    void uselessReply() {
        counters.rejections.increment();
        LOG.log(Level.DEBUG, "Singleton {0} replied although nobody waits for it", key);
    }

    // ---- for people

    SingletonStatus status() {
        Snapshot known = snapshot;
        boolean handOver = known.state() == State.TAKING_OVER || known.state() == State.STOPPING;
        return new SingletonStatus(
                key,
                known.state(),
                known.owner(),
                locallyOwned(),
                known.lease().state(),
                known.lease().token(),
                lane.buffered(),
                lane.held(),
                handOver,
                Optional.ofNullable(lastActivationError),
                known.disagreements(),
                counters.read(services.dropped().sum()));
    }
}
