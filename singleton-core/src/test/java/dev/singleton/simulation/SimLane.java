package dev.singleton.simulation;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.control.Snapshot;
import dev.singleton.manager.Access;
import dev.singleton.manager.Event;
import dev.singleton.manager.LeaseView;
import dev.singleton.manager.ManagerState;
import dev.singleton.proxy.Inbox;
import dev.singleton.proxy.InboxPort;
import dev.singleton.proxy.Outbox;
import dev.singleton.proxy.OutboxPort;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frame.Verdict;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One singleton's messages on one node: the real outbox and inbox, the mailbox and the instance. */
final class SimLane implements OutboxPort<Letter>, InboxPort<Letter> {

    final World world;
    final SimNode node;
    final String key;
    final Outbox<Letter> outbox;
    final Inbox<Letter> inbox;
    final ArrayDeque<Letter> mailbox = new ArrayDeque<>();
    /** What the judge knows of this manager. */
    final License license = new License();

    Route route = new Route.NotYetKnown();
    Snapshot snapshot = new Snapshot(State.REF, Optional.empty(), List.of(), LeaseView.NONE);
    /** The application wants this node in rotation. */
    boolean inRotation;

    long inRotationSince;
    long instances;

    @Nullable
    SimInstance instance;

    private final @Nullable SimKeeper keeper;

    private Access access = new Access.Closed(Optional.empty());
    private @Nullable List<Letter> flushed;
    private final Aliases aliases = new Aliases();
    private boolean replaying;

    SimLane(SimNode node, String key, long firstSequence) {
        this.node = node;
        this.world = node.world;
        this.key = key;
        Scenario scenario = world.scenario;
        this.outbox = new Outbox<>(scenario.bufferSize(), scenario.outboxCapacity(), firstSequence, this);
        this.inbox = new Inbox<>(scenario.mailboxCapacity(), this);
        this.keeper = scenario.layer().leased() ? new SimKeeper(this) : null;
    }

    SimKeeper keeper() {
        return Objects.requireNonNull(keeper, "without a lease nobody keeps one");
    }

    void stepped(ManagerState before, Event event, ManagerState after) {
        license.before = before.phase();
        license.now = after.phase();
        if (event instanceof Event.LeaseGranted granted) {
            keeper().heardOf = granted.attempt();
        }
    }

    void later(long delay, Runnable action) {
        node.later(delay, action);
    }

    void toControl(Event event) {
        node.toControl(key, event);
    }

    // ---- from the control path

    void route(Route changed) {
        route = changed;
        outbox.route(changed);
    }

    void access(Access changed) {
        access = changed;
        if (world.mutation == Mutation.HOLD_REVERSED) {
            flushed = new ArrayList<>();
        }
        inbox.access(changed);
        List<Letter> reversed = flushed;
        flushed = null;
        if (reversed != null) {
            Collections.reverse(reversed);
            reversed.forEach(this::deliver);
        }
        leaveNothingBehind();
    }

    void gone(NodeId member) {
        replaying = world.mutation == Mutation.REPLAYED;
        outbox.gone(member);
        replaying = false;
        inbox.gone(member);
    }

    void startInstance(Optional<Payload> warm) {
        if (instance != null) {
            world.fail("one instance per node: " + instance + " is still there when another is to start");
        }
        world.judge.starts(this, warm);
        instance = new SimInstance(this, warm, keeper == null ? Optional.empty() : keeper.permit());
        instance.start();
    }

    /** An instance that has just died says so by itself. */
    void stopInstance(StopReason reason) {
        if (instance != null) {
            if (world.mutation == Mutation.RELEASED_BEFORE_POST_STOP) {
                keeper().release();
            }
            instance.stop(reason);
        }
    }

    /** What was accepted here for an instance that will not come goes on, in order, to whoever hosts. */
    private void leaveNothingBehind() {
        boolean comes = instance != null || access instanceof Access.Open || access instanceof Access.Hold;
        if (!comes && !mailbox.isEmpty()) {
            List<Letter> left = new ArrayList<>(mailbox);
            mailbox.clear();
            inbox.taken(left.size(), 0);
            if (world.mutation != Mutation.MAILBOX_FORGOTTEN) {
                left.forEach(world.ledger::putBack);
                outbox.putBack(left);
            }
        }
    }

    // ---- from the instance

    @Nullable
    Letter take() {
        Letter next = mailbox.poll();
        if (next != null) {
            inbox.taken(1, 0);
        }
        return next;
    }

    void noInstance(SimInstance gone) {
        if (instance == gone) {
            instance = null;
            leaveNothingBehind();
        }
    }

    // ---- from the network

    void offer(NodeId sender, long sequence, List<Letter> letters) {
        if (world.mutation == Mutation.BATCH_TAKEN_TWICE) {
            inbox.offer(sender, aliases.of(sequence), letters);
        } else {
            inbox.offer(sender, sequence, letters);
        }
    }

    void answered(NodeId from, Frame.BatchAnswer answer) {
        Optional<NodeId> hint = answer.hint().flatMap(node.member::resolve);
        outbox.answered(from, answer.sequence(), answer.verdict(), answer.accepted(), hint);
    }

    void refused(NodeId from, long sequence) {
        outbox.refused(from, sequence);
    }

    /** The node ends. */
    void close() {
        outbox.close();
        if (keeper != null) {
            keeper.close();
        }
        List<Letter> left = new ArrayList<>(mailbox);
        mailbox.clear();
        left.forEach(letter -> deadLetter(letter, DeadLetterReason.STOPPED));
    }

    // ---- what the outbox wishes

    @Override
    public void send(NodeId to, long sequence, List<Letter> batch, boolean again) {
        if (to.equals(node.member.id)) {
            world.trace.add(node.name, "offers", batch);
            offer(to, sequence, batch);
        } else {
            node.send(
                    to,
                    new Frame.Batch(
                            key, sequence, batch.stream().map(Letter::onTheWire).toList()));
        }
    }

    @Override
    public void accepted(NodeId host, Letter message) {
        // Nobody in this simulation waits for a reply.
    }

    @Override
    public void progress(int accepted, int waiting) {
        // Senders are slowed by it and warnings re-armed, of which there are none here.
    }

    @Override
    public void deadLetter(Letter letter, DeadLetterReason reason) {
        if (replaying && reason == DeadLetterReason.DELIVERY_UNKNOWN) {
            outbox.tell(letter);
            return;
        }
        world.ledger.dead(letter, reason, node);
    }

    @Override
    public void unavailable(Letter letter) {
        world.ledger.unavailable(letter, node);
    }

    @Override
    public void armRetry(long ticket, Duration delay) {
        later(delay.toMillis(), () -> outbox.retry(ticket));
    }

    @Override
    public void armResend(long sequence, Duration delay) {
        later(delay.toMillis(), () -> outbox.resend(sequence));
    }

    @Override
    public void full(DeadLetterReason reason, int bound) {
        world.trace.add(node.name, "full", reason);
    }

    // ---- what the inbox wishes

    @Override
    public void accept(NodeId sender, Letter letter) {
        if (flushed != null) {
            flushed.add(letter);
        } else {
            deliver(letter);
        }
    }

    private void deliver(Letter letter) {
        world.ledger.accepted(letter, node.member);
        mailbox.add(letter);
        if (instance != null) {
            SimInstance waiting = instance;
            later(0, waiting::wake);
        }
    }

    @Override
    public void answer(NodeId sender, long sequence, Verdict verdict, int accepted, Optional<NodeId> hint) {
        long answered = world.mutation == Mutation.BATCH_TAKEN_TWICE ? aliases.sequence(sequence) : sequence;
        if (sender.equals(node.member.id)) {
            outbox.answered(sender, answered, verdict, accepted, hint);
        } else {
            Optional<UUID> named = hint.map(NodeId::uuid);
            node.send(sender, new Frame.BatchAnswer(key, answered, accepted, verdict, named));
        }
    }

    @Override
    public void armWait(long ticket, Duration delay) {
        later(delay.toMillis(), () -> inbox.waited(ticket));
    }

    boolean quiet() {
        return outbox.size() == 0 && !inbox.holds() && mailbox.isEmpty() && (instance == null || instance.idle());
    }

    @Override
    public String toString() {
        return node.name + "/" + key;
    }
}
