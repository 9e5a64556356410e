package dev.singleton.node;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.SingletonOptions;
import dev.singleton.manager.Access;
import dev.singleton.proxy.Inbox;
import dev.singleton.proxy.InboxPort;
import dev.singleton.proxy.Outbox;
import dev.singleton.proxy.OutboxPort;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The path of one singleton's messages through this node: outbox, inbox and mailbox under one lock, so that they cannot
 * disagree. No application code runs under the lock; what is to be done outside is collected and done after it, on the
 * calling thread, or by a worker when the caller must not block.
 */
final class Lane {

    private final Guard guard = new Guard();
    private final Courier courier;
    private final Outbox<Letter> outbox;
    private final Inbox<Letter> inbox;
    private volatile Throttle throttle;
    private final ArrayDeque<Letter> mailbox = new ArrayDeque<>();

    private @Nullable Runnable wake;
    private boolean instance;
    private volatile Route route = new Route.NotYetKnown();
    private Access access = new Access.Closed(Optional.empty());
    private boolean resendArmed;
    /** There was a dead letter since everything was last delivered. */
    private boolean complained;

    private long sentSequence;
    private long sentAt;

    Lane(SingletonOptions options, long firstSequence, Courier courier) {
        this.courier = courier;
        this.throttle = new Throttle(options.outboxCapacity());
        this.outbox = new Outbox<>(options.bufferSize(), options.outboxCapacity(), firstSequence, new ToOutside());
        this.inbox = new Inbox<>(options.mailboxCapacity(), new ToMailbox());
    }

    /** What is slow is done by the caller. */
    private void onCaller(Runnable action) {
        guard.run(action, Runnable::run);
    }

    /** The caller's thread must not block: it leaves what is slow to the workers. */
    private void onTransport(Runnable action) {
        guard.run(action, courier::work);
    }

    // ---- from the application

    void capacities(SingletonOptions options) {
        onCaller(() -> {
            outbox.bounds(options.bufferSize(), options.outboxCapacity());
            throttle = new Throttle(options.outboxCapacity());
            inbox.bound(options.mailboxCapacity());
        });
    }

    /** May wait for room, a millisecond at most. */
    void tell(Letter letter) {
        throttle.pause();
        onCaller(() -> {
            outbox.tell(letter);
            int waiting = outbox.size();
            if (waiting > 0) {
                throttle.look(waiting, System.nanoTime());
            }
        });
    }

    // ---- from the transport

    /** A batch arrived. */
    void offer(NodeId sender, long sequence, List<Letter> letters) {
        onTransport(() -> {
            if (!inbox.offer(sender, sequence, letters)) {
                courier.rejected();
            }
        });
    }

    /**
     * An answer arrived. The hint is looked up under the lock: a member that is found has not been told gone to the
     * outbox yet, so that no detour leads to one that is.
     */
    void answered(NodeId from, Frame.BatchAnswer answer, Function<UUID, Optional<NodeId>> members) {
        onTransport(() -> outbox.answered(
                from,
                answer.sequence(),
                answer.verdict(),
                answer.accepted(),
                answer.hint().flatMap(members)));
    }

    void refused(NodeId from, long sequence) {
        onTransport(() -> outbox.refused(from, sequence));
    }

    // ---- from the control path

    void route(Route changed) {
        route = changed;
        onTransport(() -> outbox.route(changed));
    }

    void access(Access changed) {
        onTransport(() -> {
            access = changed;
            inbox.access(changed);
            leaveNothingBehind();
        });
    }

    void incompatible(Set<NodeId> members) {
        onTransport(() -> inbox.incompatible(members));
    }

    void gone(NodeId member) {
        onTransport(() -> {
            outbox.gone(member);
            inbox.gone(member);
        });
    }

    void reborn(NodeId member) {
        onTransport(() -> outbox.reborn(member));
    }

    /** An instance is about to be made; it is woken when there is something for it. */
    void instance(Runnable waker) {
        onTransport(() -> {
            instance = true;
            wake = waker;
        });
    }

    /** The instance is gone. */
    void noInstance() {
        onTransport(() -> {
            instance = false;
            wake = null;
            leaveNothingBehind();
        });
    }

    /** What was accepted here for an instance that will not come goes on, in order, to whoever hosts. */
    private void leaveNothingBehind() {
        boolean comes = instance || access instanceof Access.Open || access instanceof Access.Hold;
        if (comes || mailbox.isEmpty()) {
            return;
        }
        List<Letter> left = new ArrayList<>(mailbox);
        mailbox.clear();
        left.removeIf(letter -> letter.timer() != null);
        taken(left);
        outbox.putBack(left);
    }

    // ---- from the instance

    /** The next message, or null. */
    @Nullable
    Letter take() {
        Letter[] next = new Letter[1];
        onCaller(() -> {
            next[0] = mailbox.poll();
            if (next[0] != null && next[0].timer() == null) {
                inbox.taken(1, next[0].size());
            }
        });
        return next[0];
    }

    private void taken(List<Letter> letters) {
        inbox.taken(letters.size(), letters.stream().mapToLong(Letter::size).sum());
    }

    boolean mailboxEmpty() {
        return guard.read(mailbox::isEmpty);
    }

    /** A message of the instance to itself. */
    void toSelf(Letter letter) {
        onCaller(() -> deliver(letter));
    }

    private void deliver(Letter letter) {
        mailbox.add(letter);
        Runnable waker = wake;
        if (waker != null && mailbox.size() == 1) {
            guard.quickly(waker);
        }
    }

    // ---- end and numbers

    /** The time to drain is over: what waits for the instance goes back to those who sent it, and why. */
    void abandonMailbox(DeadLetterReason reason) {
        onCaller(() -> {
            List<Letter> left = new ArrayList<>(mailbox);
            mailbox.clear();
            left.removeIf(letter -> letter.timer() != null);
            taken(left);
            left.forEach(letter -> guard.slowly(() -> courier.deadLetter(letter, reason)));
        });
    }

    /** Nothing more is taken from the application, so that what is in flight can come to its end. */
    void lastCall() {
        onCaller(outbox::lastCall);
    }

    void close() {
        onCaller(outbox::close);
    }

    int buffered() {
        return guard.read(outbox::size);
    }

    /** Whether a host, or the way to one, is known. */
    boolean canDeliver() {
        return route instanceof Route.To;
    }

    int held() {
        return guard.read(inbox::held);
    }

    boolean hasInstance() {
        return guard.read(() -> instance);
    }

    // ---- while a batch is encoded, outside the lock

    List<Letter> shorten(long sequence, int first) {
        return guard.read(() -> outbox.shorten(sequence, first));
    }

    void drop(long sequence, Letter letter, DeadLetterReason reason) {
        onCaller(() -> outbox.drop(sequence, letter, reason));
    }

    /** One timer at a time, however many batches come and go: when it fires, the batch in flight is looked at. */
    private void resendDue() {
        onTransport(() -> {
            resendArmed = false;
            long waited = System.nanoTime() - sentAt;
            long limit = Outbox.RESEND_AFTER.toNanos();
            if (waited >= limit) {
                outbox.resend(sentSequence);
            } else if (outbox.inFlight(sentSequence)) {
                armResend(Duration.ofNanos(limit - waited));
            }
        });
    }

    private void armResend(Duration delay) {
        if (!resendArmed) {
            resendArmed = true;
            guard.quickly(() -> courier.later(this::resendDue, delay));
        }
    }

    private final class ToOutside implements OutboxPort<Letter> {
        @Override
        public void send(NodeId to, long sequence, List<Letter> batch, boolean again) {
            if (to.equals(courier.self())) {
                inbox.offer(to, sequence, batch);
            } else {
                guard.slowly(() -> courier.send(Lane.this, to, sequence, batch, again));
            }
        }

        @Override
        public void accepted(NodeId host, Letter letter) {
            Asks.Pending ask = letter.ask();
            if (ask != null) {
                ask.acceptedBy(host);
            }
        }

        @Override
        public void progress(int accepted, int waiting) {
            throttle.accepted(accepted, waiting, System.nanoTime());
            if (complained && waiting == 0) {
                complained = false;
                guard.quickly(courier::clear);
            }
        }

        @Override
        public void deadLetter(Letter letter, DeadLetterReason reason) {
            complained = true;
            guard.slowly(() -> courier.deadLetter(letter, reason));
        }

        @Override
        public void unavailable(Letter letter) {
            guard.slowly(() -> courier.unavailable(letter));
        }

        @Override
        public void armRetry(long ticket, Duration delay) {
            guard.quickly(() -> courier.later(() -> onTransport(() -> outbox.retry(ticket)), delay));
        }

        @Override
        public void armResend(long sequence, Duration delay) {
            sentSequence = sequence;
            sentAt = System.nanoTime();
            Lane.this.armResend(delay);
        }

        @Override
        public void full(DeadLetterReason reason, int bound) {
            guard.quickly(() -> courier.full(reason, bound));
        }
    }

    private final class ToMailbox implements InboxPort<Letter> {
        @Override
        public int size(Letter letter) {
            return letter.size();
        }

        @Override
        public void accept(NodeId sender, Letter letter) {
            deliver(letter);
        }

        @Override
        public void answer(NodeId sender, long sequence, Verdict verdict, int accepted, Optional<NodeId> hint) {
            if (sender.equals(courier.self())) {
                outbox.answered(sender, sequence, verdict, accepted, hint);
            } else {
                if (verdict == Verdict.NOT_HOST || verdict == Verdict.INCOMPATIBLE) {
                    courier.rejected();
                }
                guard.quickly(() -> courier.answer(sender, sequence, verdict, accepted, hint));
            }
        }

        @Override
        public void armWait(long ticket, Duration delay) {
            guard.quickly(() -> courier.later(() -> onTransport(() -> inbox.waited(ticket)), delay));
        }
    }
}
