package dev.singleton.proxy;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.wire.Frame.Verdict;
import dev.singleton.wire.Frames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one singleton that this node has to deliver: first in, first out, one batch in flight at most. While a
 * batch travels, new messages gather, so throughput grows with load and order is kept, across moves too: what a node did
 * not accept was seen by no instance, and is sent again, in order, to whoever hosts then.
 *
 * <p>Not safe for threads; whoever uses it holds a lock.
 */
public final class Outbox<E extends Envelope> {

    /** Messages in one batch at most. */
    public static final int BATCH_SIZE = Frames.MOST_MESSAGES;

    /** How long an answer to a batch is waited for before it is sent again. */
    public static final Duration RESEND_AFTER = Duration.ofMillis(500);

    private final OutboxPort<E> port;
    private final Backlog<E> backlog;
    private final Patience patience = new Patience();

    private Route route = new Route.NotYetKnown();
    /** The host that the route names and that is gone; the next route, which names another, is on its way. */
    private Optional<NodeId> lost = Optional.empty();

    private @Nullable Flight<E> flight;
    private long sequence;
    private long retryTicket;
    private boolean waiting;
    private boolean pumping;
    private boolean lastCall;
    private boolean closed;

    private record Flight<E>(NodeId to, long sequence, List<E> batch, boolean again) {}

    /**
     * @param bufferSize how many messages wait while nobody can host
     * @param capacity how many wait while somebody does
     * @param firstSequence larger than any sequence of an earlier life of this node
     */
    public Outbox(int bufferSize, int capacity, long firstSequence, OutboxPort<E> port) {
        this.backlog = new Backlog<>(bufferSize, capacity, port);
        this.sequence = firstSequence;
        this.port = port;
    }

    /** Other bounds from now on; what waits already stays. */
    public void bounds(int newBufferSize, int newCapacity) {
        backlog.bounds(newBufferSize, newCapacity);
    }

    /** Takes a message, or makes it a dead letter when the bound is met. */
    public void tell(E message) {
        if (lastCall) {
            port.deadLetter(message, DeadLetterReason.STOPPED);
            return;
        }
        if (route instanceof Route.Refuse refuse) {
            port.deadLetter(message, refuse.reason());
            return;
        }
        if (route instanceof Route.NoHost && message.expectsReply()) {
            port.unavailable(message);
            return;
        }
        backlog.add(message, inFlight(), route instanceof Route.To);
        pump();
    }

    /** Messages that were accepted here and not handled go on from here, in order, before all others. */
    public void putBack(List<E> messages) {
        backlog.addFirst(messages);
        settleQueue();
        pump();
    }

    /** The picture of the cluster changed. */
    public void route(Route changed) {
        if (closed || changed.equals(route)) {
            return;
        }
        route = changed;
        lost = Optional.empty();
        patience.reset();
        waiting = false;
        settleQueue();
        pump();
    }

    /** What need not wait by the present route ends here; messages that come back meet a route that changed meanwhile. */
    private void settleQueue() {
        if (route instanceof Route.Refuse refuse) {
            backlog.take(message -> true).forEach(message -> port.deadLetter(message, refuse.reason()));
        } else if (route instanceof Route.NoHost) {
            backlog.take(Envelope::expectsReply).forEach(port::unavailable);
        }
    }

    /** The answer to a batch; one that answers no batch in flight is late and means nothing. */
    public void answered(NodeId from, long answered, Verdict verdict, int accepted, Optional<NodeId> hint) {
        Flight<E> landed = flight;
        if (landed == null || landed.sequence() != answered || !landed.to().equals(from)) {
            return;
        }
        flight = null;
        int taken = Math.max(0, Math.min(accepted, landed.batch().size()));
        List<E> rest = landed.batch().subList(taken, landed.batch().size());
        if (taken > 0) {
            patience.progress();
            accepted(from, landed.batch().subList(0, taken));
        }
        if (verdict == Verdict.INCOMPATIBLE) {
            rest.forEach(message -> port.deadLetter(message, DeadLetterReason.INCOMPATIBLE));
        } else {
            backlog.addFirst(rest);
            if (!rest.isEmpty()) {
                goOnAfter(verdict, from, hint, rest.size());
            }
        }
        settleQueue();
        rearmWarning();
        if (taken > 0) {
            port.progress(taken, size());
        }
        pump();
    }

    private void accepted(NodeId host, List<E> messages) {
        for (E message : messages) {
            if (message.expectsReply()) {
                port.accepted(host, message);
            }
        }
    }

    private void goOnAfter(Verdict verdict, NodeId from, Optional<NodeId> hint, int refused) {
        if (verdict != Verdict.BUSY) {
            if (patience.follow(from, hint)) {
                return;
            }
            if (patience.exhausted()) {
                for (int i = 0; i < refused; i++) {
                    port.deadLetter(backlog.removeFirst(), DeadLetterReason.HOST_DISAGREEMENT);
                }
            }
        }
        waiting = true;
        retryTicket++;
        port.armRetry(retryTicket, patience.pause());
    }

    /** The pause after a refusal is over. */
    public void retry(long ticket) {
        if (ticket == retryTicket && waiting) {
            waiting = false;
            pump();
        }
    }

    /** No answer came in time: the same batch to the same node, which knows it by its sequence. */
    public void resend(long unanswered) {
        Flight<E> open = flight;
        if (open != null && open.sequence() == unanswered) {
            flight = new Flight<>(open.to(), open.sequence(), open.batch(), true);
            port.send(open.to(), open.sequence(), open.batch(), true);
            port.armResend(unanswered, RESEND_AFTER);
        }
    }

    /**
     * The member runs no node, so the batch was not taken. But when it had been sent before, the first one may have been:
     * then it is not sent again.
     */
    public void refused(NodeId from, long refused) {
        Flight<E> open = flight;
        if (open == null || open.sequence() != refused || !open.to().equals(from)) {
            return;
        }
        if (open.again()) {
            giveUp(open);
        } else {
            answered(from, refused, Verdict.NOT_HOST, 0, Optional.empty());
        }
    }

    private void giveUp(Flight<E> open) {
        flight = null;
        open.batch().forEach(message -> port.deadLetter(message, DeadLetterReason.DELIVERY_UNKNOWN));
        pump();
    }

    /** The member is gone. What was in flight to it may or may not have been handled, and is not sent again. */
    public void gone(NodeId member) {
        patience.leave(member);
        // Nothing more to it: no answer would come, nor a second word of its end, and the outbox would wait for ever.
        if (route instanceof Route.To to && to.host().equals(member)) {
            lost = Optional.of(member);
        }
        Flight<E> open = flight;
        if (open != null && open.to().equals(member)) {
            giveUp(open);
        }
        pump();
    }

    /** A new life of a node speaks on the member. What was in flight to the earlier one may or may not have been handled. */
    public void reborn(NodeId member) {
        Flight<E> open = flight;
        if (open != null && open.to().equals(member)) {
            giveUp(open);
        }
    }

    /**
     * While a batch is being sent: only its first messages fit, the others go with the next one.
     *
     * @return the batch as it is now
     */
    public List<E> shorten(long of, int first) {
        Flight<E> open = flight;
        if (open == null || open.sequence() != of) {
            return List.of();
        }
        List<E> batch = open.batch();
        backlog.addFirst(batch.subList(first, batch.size()));
        flight = new Flight<>(open.to(), of, List.copyOf(batch.subList(0, first)), open.again());
        return batch.subList(0, first);
    }

    /** While a batch is being sent: this message cannot be; the others stay. */
    public void drop(long of, E message, DeadLetterReason reason) {
        Flight<E> open = flight;
        if (open != null && open.sequence() == of) {
            List<E> rest = new ArrayList<>(open.batch());
            rest.removeIf(other -> other == message);
            flight = rest.isEmpty() ? null : new Flight<>(open.to(), of, List.copyOf(rest), open.again());
            port.deadLetter(message, reason);
            pump();
        }
    }

    /** This node is about to stop: it takes no more messages, and those that it has go on. */
    public void lastCall() {
        lastCall = true;
    }

    /** This node stops for good: whatever is left is not going to be delivered. */
    public void close() {
        closed = true;
        Flight<E> open = flight;
        flight = null;
        if (open != null) {
            open.batch().forEach(message -> port.deadLetter(message, DeadLetterReason.DELIVERY_UNKNOWN));
        }
        route = new Route.Refuse(DeadLetterReason.STOPPED);
        settleQueue();
    }

    /** Whether this batch is still without an answer. */
    public boolean inFlight(long batch) {
        Flight<E> open = flight;
        return open != null && open.sequence() == batch;
    }

    /** Messages that no host has accepted yet. */
    public int size() {
        return backlog.size() + inFlight();
    }

    private int inFlight() {
        return flight == null ? 0 : flight.batch().size();
    }

    /** Sends the next batch, if one may go. A loop and not a recursion: a local answer comes before the send returns. */
    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        while (flight == null && !waiting && !backlog.isEmpty() && target().isPresent()) {
            NodeId target = target().get();
            List<E> batch = backlog.next(BATCH_SIZE);
            if (!batch.isEmpty()) {
                flight = new Flight<>(target, ++sequence, batch, false);
                long sent = sequence;
                port.send(target, sent, batch, false);
                if (flight != null && flight.sequence() == sent) {
                    port.armResend(sent, RESEND_AFTER);
                }
            }
        }
        pumping = false;
        rearmWarning();
    }

    private Optional<NodeId> target() {
        if (route instanceof Route.To to) {
            return patience.detour().or(() -> Optional.of(to.host()).filter(host -> lost.isEmpty()));
        }
        return Optional.empty();
    }

    private void rearmWarning() {
        if (size() == 0) {
            backlog.drained();
        }
    }
}
