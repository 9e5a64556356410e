package dev.singleton.proxy;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
    public static final int BATCH_SIZE = 256;

    /** How long an answer to a batch is waited for before it is sent again. */
    public static final Duration RESEND_AFTER = Duration.ofMillis(500);

    private static final int MOST_HOPS = 3;
    /** About 15 s of refusals in a row: the nodes' views should have met long ago. */
    private static final int MOST_REFUSALS = 20;

    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;

    private int bufferSize;
    private int capacity;
    private final OutboxPort<E> port;
    private final ArrayDeque<E> queue = new ArrayDeque<>();

    private Route route = new Route.NotYetKnown();
    private Optional<NodeId> detour = Optional.empty();
    /** The host that the route names and that is gone; the next route, which names another, is on its way. */
    private Optional<NodeId> lost = Optional.empty();

    private @Nullable Flight<E> flight;
    private long sequence;
    private int hops;
    private int refusals;
    private long retryTicket;
    private boolean waiting;
    private boolean warned;
    private boolean pumping;
    private boolean closed;

    private record Flight<E>(NodeId to, long sequence, List<E> batch, boolean again) {}

    /**
     * @param bufferSize how many messages wait while nobody can host
     * @param capacity how many wait while somebody does
     * @param firstSequence larger than any sequence of an earlier life of this node
     */
    public Outbox(int bufferSize, int capacity, long firstSequence, OutboxPort<E> port) {
        this.bufferSize = bufferSize;
        this.capacity = capacity;
        this.sequence = firstSequence;
        this.port = port;
    }

    /** Other bounds from now on; what waits already stays. */
    public void bounds(int newBufferSize, int newCapacity) {
        bufferSize = newBufferSize;
        capacity = newCapacity;
    }

    /** Takes a message, or makes it a dead letter when the bound is met. */
    public void tell(E message) {
        if (route instanceof Route.Refuse refuse) {
            port.deadLetter(message, refuse.reason());
            return;
        }
        boolean noHost = !(route instanceof Route.To);
        if (route instanceof Route.NoHost && message.expectsReply()) {
            port.unavailable(message);
            return;
        }
        int bound = noHost ? bufferSize : capacity;
        if (size() >= bound) {
            DeadLetterReason reason = noHost ? DeadLetterReason.NO_HOST_BUFFER_FULL : DeadLetterReason.OUTBOX_FULL;
            if (!warned) {
                warned = true;
                port.full(reason, bound);
            }
            port.deadLetter(message, reason);
            return;
        }
        queue.addLast(message);
        pump();
    }

    /** Messages that were accepted here and not handled go on from here, in order, before all others. */
    public void putBack(List<E> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            queue.addFirst(messages.get(i));
        }
        settleQueue();
        pump();
    }

    /** The picture of the cluster changed. */
    public void route(Route changed) {
        if (closed || changed.equals(route)) {
            return;
        }
        route = changed;
        detour = Optional.empty();
        lost = Optional.empty();
        hops = 0;
        refusals = 0;
        waiting = false;
        settleQueue();
        pump();
    }

    /** What need not wait by the present route ends here; messages that come back meet a route that changed meanwhile. */
    private void settleQueue() {
        if (route instanceof Route.Refuse refuse) {
            take(message -> true).forEach(message -> port.deadLetter(message, refuse.reason()));
        } else if (route instanceof Route.NoHost) {
            take(Envelope::expectsReply).forEach(port::unavailable);
        }
    }

    private List<E> take(Predicate<E> which) {
        List<E> taken = new ArrayList<>();
        queue.removeIf(message -> which.test(message) && taken.add(message));
        rearmWarning();
        return taken;
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
            refusals = 0;
        }
        if (verdict == Verdict.INCOMPATIBLE) {
            rest.forEach(message -> port.deadLetter(message, DeadLetterReason.INCOMPATIBLE));
        } else {
            for (int i = rest.size() - 1; i >= 0; i--) {
                queue.addFirst(rest.get(i));
            }
            if (!rest.isEmpty()) {
                goOnAfter(verdict, from, hint, rest.size());
            }
        }
        settleQueue();
        rearmWarning();
        pump();
    }

    private void goOnAfter(Verdict verdict, NodeId from, Optional<NodeId> hint, int refused) {
        if (verdict == Verdict.BUSY) {
            pause();
            return;
        }
        boolean follow = hint.isPresent() && !hint.get().equals(from) && hops < MOST_HOPS;
        if (follow) {
            hops++;
            detour = hint;
            return;
        }
        detour = Optional.empty();
        hops = 0;
        refusals++;
        if (refusals > MOST_REFUSALS) {
            for (int i = 0; i < refused; i++) {
                port.deadLetter(queue.removeFirst(), DeadLetterReason.HOST_DISAGREEMENT);
            }
            refusals = 0;
        }
        pause();
    }

    private void pause() {
        waiting = true;
        retryTicket++;
        long millis = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(refusals, 6));
        port.armRetry(retryTicket, Duration.ofMillis(millis));
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
        if (detour.filter(member::equals).isPresent()) {
            detour = Optional.empty();
        }
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
        for (int i = batch.size() - 1; i >= first; i--) {
            queue.addFirst(batch.get(i));
        }
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
        return queue.size() + (flight == null ? 0 : flight.batch().size());
    }

    /** Sends the next batch, if one may go. A loop and not a recursion: a local answer comes before the send returns. */
    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        while (flight == null && !waiting && !queue.isEmpty() && target().isPresent()) {
            NodeId target = target().get();
            List<E> batch = next();
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
            return detour.or(() -> Optional.of(to.host()).filter(host -> lost.isEmpty()));
        }
        return Optional.empty();
    }

    private List<E> next() {
        List<E> batch = new ArrayList<>(Math.min(BATCH_SIZE, queue.size()));
        while (batch.size() < BATCH_SIZE && !queue.isEmpty()) {
            E message = queue.removeFirst();
            if (message.expired()) {
                port.deadLetter(message, DeadLetterReason.EXPIRED);
            } else {
                batch.add(message);
            }
        }
        return batch;
    }

    private void rearmWarning() {
        if (warned && size() == 0) {
            warned = false;
        }
    }
}
