package dev.singleton.hazelcast;

import com.hazelcast.cluster.Member;
import dev.singleton.NodeId;
import dev.singleton.hazelcast.Counters.Count;
import dev.singleton.spi.Transport;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Frames as Hazelcast operations on the connections between the members. */
final class HazelcastTransport implements Transport {

    /** The longest frame that is sent or taken. */
    static final int MAX_FRAME_BYTES = 64 << 20;

    private static final long FAREWELL_MILLIS = 1_000;

    private static final System.Logger LOG = System.getLogger(HazelcastTransport.class.getName());

    private final Engine engine;
    private final Supplier<MemberView> view;
    private final Counters counters;
    private final Runnable onGone;
    private final Runnable onClose;
    private final Map<UUID, Peer> peers = new ConcurrentHashMap<>();
    /** Deliveries share it; close takes it alone, so that nothing is delivered after close. */
    private final ReentrantReadWriteLock delivery = new ReentrantReadWriteLock();

    private volatile @Nullable Listener listener;
    private volatile boolean closed;

    /** @param onGone called when a send finds Hazelcast shut down, of which there is not always an event */
    HazelcastTransport(Engine engine, Supplier<MemberView> view, Counters counters, Runnable onGone, Runnable onClose) {
        this.engine = engine;
        this.view = view;
        this.counters = counters;
        this.onGone = onGone;
        this.onClose = onClose;
    }

    @Override
    public void listen(Listener newListener) {
        if (listener != null) {
            throw new IllegalStateException("The transport of " + engine + " already has its listener");
        }
        listener = newListener;
    }

    @Override
    public void send(NodeId to, byte[] frame) {
        if (closed) {
            return;
        }
        if (!engine.running()) {
            counters.dropped(Count.DROPPED_UNREACHABLE, to);
            onGone.run();
            return;
        }
        if (frame.length > MAX_FRAME_BYTES) {
            counters.dropped(Count.DROPPED_TOO_LONG, to);
            return;
        }
        try {
            Peer peer = peer(to);
            if (peer == null) {
                counters.dropped(Count.DROPPED_UNKNOWN_RECEIVER, to);
            } else {
                peer.send(frame);
            }
        } catch (RuntimeException notRunning) {
            // Hazelcast is shutting down under us; whoever sends must not suffer from that.
            counters.dropped(Count.DROPPED_UNREACHABLE, to);
            LOG.log(Level.DEBUG, () -> "Cannot send to " + to, notRunning);
        }
    }

    private @Nullable Peer peer(NodeId to) {
        Peer known = peers.get(to.uuid());
        if (known != null) {
            return known;
        }
        NodeId current = view.get().idOf(to.uuid());
        Member member = current == null ? null : engine.member(to.uuid());
        if (current == null || member == null || member.localMember()) {
            return null;
        }
        return peers.computeIfAbsent(
                to.uuid(), uuid -> new Peer(current, member.getAddress(), engine, counters, this::tellRefused));
    }

    /** Forgets what is known about members that have left. */
    void forgetDeparted() {
        peers.keySet().retainAll(view.get().uuids());
    }

    /**
     * Takes a frame from the connection of a member.
     *
     * @return false when there is no node to take it, now or any more; true also when the frame was dropped
     */
    boolean received(UUID sender, byte @Nullable [] frame) {
        return deliver(sender, frame, Count.RECEIVED, (to, id, bytes) -> to.received(id, bytes));
    }

    /** Takes a frame of ours back from a member that runs no node. */
    void refused(UUID peer, byte @Nullable [] frame) {
        deliver(peer, frame, Count.REFUSED, (to, id, bytes) -> to.refused(id, bytes));
    }

    private void tellRefused(NodeId peer, byte[] frame) {
        deliver(to -> to.refused(peer, frame), peer);
    }

    private boolean deliver(UUID sender, byte @Nullable [] frame, Count count, Call call) {
        if (closed || listener == null) {
            return false;
        }
        NodeId id = view.get().idOf(sender);
        if (id == null) {
            counters.dropped(Count.DROPPED_UNKNOWN_SENDER, sender);
            return true;
        }
        if (frame == null) {
            counters.dropped(Count.DROPPED_MALFORMED, id);
            return true;
        }
        byte[] bytes = frame;
        boolean taken = deliver(to -> call.on(to, id, bytes), id);
        if (taken) {
            counters.count(count);
        }
        return taken;
    }

    private boolean deliver(Consumer<Listener> call, NodeId peer) {
        delivery.readLock().lock();
        try {
            Listener current = listener;
            if (closed || current == null) {
                return false;
            }
            call.accept(current);
        } catch (RuntimeException fault) {
            // The thread is Hazelcast's: a fault of ours must not harm it.
            counters.dropped(Count.DROPPED_LISTENER_FAILED, peer);
            LOG.log(Level.DEBUG, () -> "The listener failed on a frame of " + peer, fault);
        } finally {
            delivery.readLock().unlock();
        }
        return true;
    }

    Counters counters() {
        return counters;
    }

    /**
     * From now on each frame that arrives goes back to its sender. Then it waits, for a second at most, until what was
     * sent has arrived: the member may be shut down right after this, and Hazelcast closes connections with frames in
     * their queues.
     */
    @Override
    public void close() {
        if (delivery.getReadHoldCount() > 0) {
            closed = true; // Called by the listener, out of a delivery: waiting for that one would be for ever.
        } else {
            delivery.writeLock().lock();
            try {
                closed = true;
            } finally {
                delivery.writeLock().unlock();
            }
        }
        onClose.run();
        List<Peer> open = List.copyOf(peers.values());
        peers.clear();
        if (delivery.getReadHoldCount() == 0 && engine.running()) {
            farewell(open);
        }
    }

    private void farewell(List<Peer> open) {
        try {
            // Twice: what the others sent before they heard the first goes back to them before the second.
            for (int round = 0; round < 2; round++) {
                CompletableFuture.allOf(open.stream().map(Peer::arrived).toArray(CompletableFuture<?>[]::new))
                        .get(FAREWELL_MILLIS / 2, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException notAll) {
            LOG.log(Level.DEBUG, () -> "Not all frames of " + engine + " are known to have arrived", notAll);
        }
    }

    @Override
    public String toString() {
        return "transport of " + engine + " " + counters;
    }

    @FunctionalInterface
    private interface Call {
        void on(Listener listener, NodeId peer, byte[] frame);
    }
}
