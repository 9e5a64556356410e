package dev.singleton;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The handle of a singleton: messages go in on any node and reach the one instance, wherever it lives. One object per
 * key and node, whoever asks for it; safe for any thread. No method blocks, but {@code tell} and {@code ask} may wait a
 * millisecond for room when messages come faster than they travel.
 *
 * <p>Messages from one node arrive in the order in which they were told. A planned move loses, repeats and reorders
 * nothing. What cannot be delivered becomes a {@link SingletonEvent.DeadLetter} on the node that sent it.
 *
 * @param <M> the type of the messages; messages are immutable (a local one is delivered by reference)
 */
public interface Proxy<M> {

    /** The key of the singleton. */
    SingletonKey<M> key();

    /**
     * Sends a message, at most once.
     *
     * @throws IllegalArgumentException when the message is null or not an instance of the key's message type
     */
    void tell(M message);

    /** Sends a message and awaits the reply, within {@code ask-timeout}. See {@link #ask(Object, Class, Duration)}. */
    <R> CompletionStage<R> ask(M message, Class<R> replyType);

    /**
     * Sends a message and awaits the reply.
     *
     * @param replyType a concrete class, an enum or a sealed type: a reply is read as that and nothing else
     * @return completes with the first reply; fails with {@link SingletonUnavailableException} at once when nothing can
     *     own the singleton, when the message became a dead letter, when its host was gone before it replied (the text
     *     says whether it may have been handled), and when a million asks of this node wait already; with {@link
     *     IncompatibleSingletonException} when this node and the host differ in what must be equal; with {@link
     *     RemoteFailureException} when the actor threw; with {@link AskTimeoutException} when the time is over, in which
     *     case the message may have been handled; and with a plain {@link SingletonException} when the reply is of
     *     another class or cannot be read. It never completes on a thread of the transport; continuations may block for
     *     a moment, 64 at once on one node.
     * @throws IllegalArgumentException when the message is null or of a wrong class, or the time-out is not positive
     */
    <R> CompletionStage<R> ask(M message, Class<R> replyType, Duration timeout);

    /** The node that hosts now, as far as this node knows; empty while nobody does. */
    Optional<NodeId> owner();

    /** Whether the instance lives on this node. */
    boolean locallyOwned();
}
