package dev.singleton.proxy;

import dev.singleton.NodeId;
import dev.singleton.manager.Access;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What arrives for one singleton at this node: taken into the mailbox, held while an instance is on its way or the
 * mailbox is full, or refused. A batch that is held is simply not answered yet, so its sender sends nothing that could
 * overtake it; what is refused was seen by no instance.
 *
 * <p>Not safe for threads; whoever uses it holds a lock.
 */
public final class Inbox<E> {

    /** Messages that are held at most; what comes beyond is refused for now. */
    public static final int HOLD_CAPACITY = 1_000;

    /**
     * Bytes of accepted messages that wait for the instance at most, as they came; beyond it the mailbox is full, however
     * few they are.
     */
    public static final long MAILBOX_BYTES = 64L << 20;

    /** How long a batch is held for a host that does not know yet that it is one. */
    private static final Duration UNSURE_TIME = Duration.ofSeconds(2);

    private int mailboxCapacity;
    private final InboxPort<E> port;
    private final Map<NodeId, Last> lasts = new HashMap<>();
    private final List<Held<E>> held = new ArrayList<>();

    private Access access = new Access.Closed(Optional.empty());
    private Set<NodeId> incompatible = Set.of();
    private int heldMessages;
    private int queued;
    private long queuedBytes;
    private long waitTicket;
    private boolean waitArmed;

    /** The last batch of a sender, and what it was told; no verdict while the batch is held. */
    private record Last(long sequence, Optional<Answer> answer) {}

    private record Answer(Verdict verdict, int accepted, Optional<NodeId> hint) {}

    private static final class Held<E> {
        final NodeId sender;
        final long sequence;
        final List<E> batch;
        int accepted;

        Held(NodeId sender, long sequence, List<E> batch) {
            this.sender = sender;
            this.sequence = sequence;
            this.batch = batch;
        }

        int waiting() {
            return batch.size() - accepted;
        }
    }

    /**
     * @param mailboxCapacity how many accepted messages wait for the instance at most
     */
    public Inbox(int mailboxCapacity, InboxPort<E> port) {
        this.mailboxCapacity = mailboxCapacity;
        this.port = port;
    }

    /** Another bound from now on; what waits already stays. */
    public void bound(int newMailboxCapacity) {
        mailboxCapacity = newMailboxCapacity;
    }

    /**
     * A batch arrived. A batch that came before gets the same answer again, and one older than the last means nothing.
     *
     * @return false when it was a stale repetition
     */
    public boolean offer(NodeId sender, long sequence, List<E> batch) {
        Last last = lasts.get(sender);
        if (last != null && sequence <= last.sequence()) {
            if (sequence < last.sequence()) {
                return false;
            }
            last.answer()
                    .ifPresent(known -> port.answer(sender, sequence, known.verdict(), known.accepted(), known.hint()));
            return true;
        }
        // A sender has one batch in flight: that it sends another means that it has given up the one before.
        if (held.removeIf(earlier -> earlier.sender.equals(sender))) {
            countHeld();
        }
        lasts.put(sender, new Last(sequence, Optional.empty()));
        decide(new Held<>(sender, sequence, batch));
        return true;
    }

    private void decide(Held<E> batch) {
        if (incompatible.contains(batch.sender)) {
            answer(batch, Verdict.INCOMPATIBLE, Optional.empty());
        } else if (access instanceof Access.Closed closed) {
            answer(batch, Verdict.NOT_HOST, closed.hint());
        } else if (access instanceof Access.Open && held.isEmpty()) {
            admit(batch);
            if (batch.waiting() == 0) {
                answer(batch, Verdict.ACCEPTED, Optional.empty());
            } else {
                hold(batch);
            }
        } else {
            hold(batch);
        }
    }

    private void hold(Held<E> batch) {
        if (heldMessages + batch.waiting() > HOLD_CAPACITY) {
            answer(batch, Verdict.BUSY, Optional.empty());
            return;
        }
        held.add(batch);
        heldMessages += batch.waiting();
        armWait();
    }

    private void armWait() {
        if (access instanceof Access.Unsure && !waitArmed && !held.isEmpty()) {
            waitArmed = true;
            port.armWait(++waitTicket, UNSURE_TIME);
        }
    }

    /** Takes as much as the mailbox has room for. */
    private void admit(Held<E> batch) {
        while (batch.waiting() > 0 && room()) {
            E message = batch.batch.get(batch.accepted++);
            queued++;
            queuedBytes += port.size(message);
            port.accept(batch.sender, message);
        }
    }

    private boolean room() {
        return queued < mailboxCapacity && queuedBytes < MAILBOX_BYTES;
    }

    private void answer(Held<E> batch, Verdict verdict, Optional<NodeId> hint) {
        Last last = new Last(batch.sequence, Optional.of(new Answer(verdict, batch.accepted, hint)));
        // Nothing is remembered of a sender that is gone.
        lasts.computeIfPresent(batch.sender, (sender, before) -> last);
        port.answer(batch.sender, batch.sequence, verdict, batch.accepted, hint);
    }

    /** The manager's state changed what arrives here. */
    public void access(Access changed) {
        access = changed;
        waitArmed = false;
        if (changed instanceof Access.Open) {
            flush();
        } else if (changed instanceof Access.Closed closed) {
            refuseHeld(batch -> true, Verdict.NOT_HOST, closed.hint());
        } else {
            armWait();
        }
    }

    /** In the order of arrival, so that the order of each sender is kept. */
    private void flush() {
        while (!held.isEmpty() && room()) {
            Held<E> first = held.get(0);
            int before = first.waiting();
            admit(first);
            heldMessages -= before - first.waiting();
            if (first.waiting() == 0) {
                // Before the answer: a local sender offers its next batch from within it.
                held.remove(0);
                answer(first, Verdict.ACCEPTED, Optional.empty());
            }
        }
    }

    private void refuseHeld(Predicate<Held<E>> which, Verdict verdict, Optional<NodeId> hint) {
        List<Held<E>> refused = held.stream().filter(which).toList();
        // Before the answers: a local sender offers its next batch from within one.
        held.removeAll(refused);
        countHeld();
        refused.forEach(batch -> answer(batch, verdict, hint));
    }

    /** The time for a host that does not know yet is over. */
    public void waited(long ticket) {
        if (ticket == waitTicket && waitArmed) {
            waitArmed = false;
            if (access instanceof Access.Unsure) {
                refuseHeld(batch -> true, Verdict.NOT_HOST, Optional.empty());
            }
        }
    }

    /** The instance took so many messages, of so many bytes by {@link InboxPort#size}, out of the mailbox. */
    public void taken(int messages, long bytes) {
        queued -= messages;
        queuedBytes -= bytes;
        if (access instanceof Access.Open && !held.isEmpty()) {
            flush();
        }
    }

    /** These members differ in what must be equal; nothing is delivered between them and this node. */
    public void incompatible(Set<NodeId> members) {
        incompatible = new HashSet<>(members);
        refuseHeld(batch -> incompatible.contains(batch.sender), Verdict.INCOMPATIBLE, Optional.empty());
    }

    /** The member is gone; what it had sent before stays. */
    public void gone(NodeId member) {
        lasts.remove(member);
    }

    /** Whether messages wait for room in the mailbox or for an instance. */
    public boolean holds() {
        return !held.isEmpty();
    }

    /** Messages that wait for room in the mailbox or for an instance. */
    public int held() {
        return heldMessages;
    }

    private void countHeld() {
        heldMessages = held.stream().mapToInt(Held::waiting).sum();
    }
}
