package dev.singleton.node;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.SingletonKey;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Message;
import dev.singleton.wire.Frame.Verdict;
import dev.singleton.wire.Frames;
import dev.singleton.wire.Payload;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Carries out, for one singleton, what its {@link Lane} wishes. */
final class RemoteCourier implements Courier {

    /** A batch ends with the message that brings it over this size. */
    private static final int BATCH_BYTES = 512 * 1024;

    /** The transport need not carry more; one larger message is an error of its sender. */
    static final int MOST_MESSAGE_BYTES = 32 * 1024 * 1024;

    private static final System.Logger LOG = System.getLogger(RemoteCourier.class.getName());

    private final SingletonKey<?> key;
    private final Services services;
    private final Counters counters;
    private final DeadLetters deadLetters;
    /** The batch in flight, so that a repetition is the same bytes. */
    private volatile @Nullable Sent sent;

    /** The batch that is being encoded; 0 for none. */
    private final AtomicLong encoding = new AtomicLong();

    private record Sent(long sequence, Payload frame) {}

    RemoteCourier(SingletonKey<?> key, Services services, Counters counters, DeadLetters deadLetters) {
        this.key = key;
        this.services = services;
        this.counters = counters;
        this.deadLetters = deadLetters;
    }

    @Override
    public NodeId self() {
        return services.self().get();
    }

    @Override
    public void send(Lane lane, NodeId to, long sequence, List<Letter> batch, boolean again) {
        Sent last = sent;
        if (last != null && last.sequence() == sequence) {
            services.transport().send(to, last.frame().bytes());
        } else if (encoding.getAndSet(sequence) != sequence) {
            // Due again and not encoded yet: then it is on its way for the first time, unless that was given up.
            try {
                encode(lane, to, sequence, batch);
            } finally {
                encoding.compareAndSet(sequence, 0);
            }
        }
    }

    private void encode(Lane lane, NodeId to, long sequence, List<Letter> batch) {
        List<Message> messages = new ArrayList<>(batch.size());
        int bytes = 0;
        int looked = 0;
        for (Letter letter : batch) {
            looked++;
            Message message = encode(lane, sequence, letter, to);
            if (message != null) {
                messages.add(message);
                bytes += message.body().size();
            }
            if (bytes >= BATCH_BYTES && looked < batch.size()) {
                lane.shorten(sequence, messages.size());
                break;
            }
        }
        if (!messages.isEmpty()) {
            byte[] frame = Frames.encode(new Frame.Batch(key.typeName(), sequence, messages));
            sent = new Sent(sequence, Payload.of(frame));
            services.transport().send(to, frame);
        }
    }

    private @Nullable Message encode(Lane lane, long sequence, Letter letter, NodeId to) {
        NodeId origin = letter.origin();
        Optional<java.util.UUID> first =
                origin == null || origin.equals(self()) ? Optional.empty() : Optional.of(origin.uuid());
        try {
            Payload body = letter.body();
            if (body == null) {
                body = Payload.of(services.codec().encode(told(letter), key.messageType()));
            }
            if (body.size() > MOST_MESSAGE_BYTES) {
                throw new IllegalArgumentException(
                        "it has " + body.size() + " bytes, and " + MOST_MESSAGE_BYTES + " is the most");
            }
            return new Message(letter.askId(), first, body);
        } catch (RuntimeException | Error cannotTravel) {
            // Errors too, such as a lack of memory for one huge message: the ones behind it must go on.
            LOG.log(Level.WARNING, "A message to singleton " + key + " cannot travel to " + to, cannotTravel);
            lane.drop(sequence, letter, DeadLetterReason.NOT_SERIALIZABLE);
            return null;
        }
    }

    private static Object told(Letter letter) {
        Object message = letter.message();
        if (message == null) {
            throw new IllegalStateException("A letter with neither message nor bytes");
        }
        return message;
    }

    @Override
    public void answer(NodeId sender, long sequence, Verdict verdict, int accepted, Optional<NodeId> hint) {
        services.send(
                sender, new Frame.BatchAnswer(key.typeName(), sequence, accepted, verdict, hint.map(NodeId::uuid)));
    }

    @Override
    public void deadLetter(Letter letter, DeadLetterReason reason) {
        deadLetters.give(letter, reason, "");
    }

    @Override
    public void unavailable(Letter letter) {
        deadLetters.unavailable(letter);
    }

    @Override
    public void full(DeadLetterReason reason, int bound) {
        deadLetters.rearm();
        LOG.log(Level.DEBUG, "Singleton {0}: {1} messages wait, {2}", key, bound, reason);
    }

    @Override
    public void clear() {
        deadLetters.rearm();
    }

    @Override
    public void rejected() {
        counters.rejections.increment();
    }

    @Override
    public void later(Runnable task, Duration delay) {
        Future<?> unused = services.later(task, delay, false);
    }

    @Override
    public void work(Runnable task) {
        services.workers().execute(task);
    }
}
