package dev.singleton.proxy;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import java.time.Duration;
import java.util.List;

/** What an {@link Outbox} wishes. An implementation may call back into the outbox. */
public interface OutboxPort<E> {

    /**
     * Bring the batch to the node, which may be our own, and answer with {@link Outbox#answered}.
     *
     * @param again the same batch was sent before; it must be the same bytes
     */
    void send(NodeId to, long sequence, List<E> batch, boolean again);

    /** The host has this message, and somebody waits for the reply: should the host die, none will come. */
    void accepted(NodeId host, E message);

    /** A host has accepted so many messages; so many still wait. */
    void progress(int accepted, int waiting);

    /** The message is not going to be delivered. */
    void deadLetter(E message, DeadLetterReason reason);

    /** Somebody waits for the reply to this message, and no node can own the singleton now. */
    void unavailable(E message);

    /** Call {@link Outbox#retry} with the ticket after the delay. */
    void armRetry(long ticket, Duration delay);

    /** Call {@link Outbox#resend} with the sequence after the delay. */
    void armResend(long sequence, Duration delay);

    /** A bound was met for the first time since the outbox was last empty. */
    void full(DeadLetterReason reason, int bound);
}
