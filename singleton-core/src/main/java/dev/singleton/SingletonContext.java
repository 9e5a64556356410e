package dev.singleton;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an instance knows of itself and can do, valid during the calls of {@link SingletonActor} and on their thread.
 *
 * @param <M> the type of the messages
 */
public interface SingletonContext<M> {

    /** The key of this singleton. */
    SingletonKey<M> key();

    /** The handle of this singleton; a message told to it is handled after those already accepted. */
    Proxy<M> self();

    /**
     * Answers the {@code ask} that brought the current message. The first reply counts, a further one and a reply to a
     * {@code tell} are dropped and counted.
     */
    void reply(Object reply);

    /** Whether somebody waits for a reply to the current message. */
    boolean expectsReply();

    /** Ends this instance after the current message; the manager starts it anew after 1 s, unless told otherwise. */
    void stopSelf();

    /** Why this instance stops; empty until {@code postStop} runs. */
    Optional<StopReason> stopReason();

    /** Messages to self, which end with the instance. */
    Timers<M> timers();

    /** The token of the lease under which this instance runs; it grows with every holder. Empty without a lease. */
    OptionalLong fencingToken();

    /**
     * Whether the lease is still held by this node's own clocks; always true without a lease. May be called from any thread,
     * as {@link #leaseRemaining()} and {@link #fencingToken()} may: work that an actor hands to others looks too.
     */
    boolean leaseValid();

    /** How long the lease surely lasts; empty without a lease. */
    Optional<Duration> leaseRemaining();
}
