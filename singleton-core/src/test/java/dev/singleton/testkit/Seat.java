package dev.singleton.testkit;

import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import dev.singleton.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One member of a {@link MemoryCluster}: its membership and its transport, with one thread on which frames arrive. */
final class Seat implements Membership, Transport {

    final int number;
    private final MemoryCluster cluster;
    private final ScheduledThreadPoolExecutor inbound = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "transport");
        thread.setDaemon(true);
        return thread;
    });
    private volatile NodeId id;
    private volatile long order;
    /** Members of one side see each other. */
    private volatile int side;

    private volatile boolean away;
    private volatile Membership.@Nullable Listener membershipListener;
    private volatile Transport.@Nullable Listener transportListener;

    Seat(MemoryCluster cluster, int number, NodeId id, long order, int side) {
        this.cluster = cluster;
        this.number = number;
        this.id = id;
        this.order = order;
        this.side = side;
    }

    int side() {
        return side;
    }

    void side(int changed) {
        side = changed;
    }

    Member member() {
        return new Member(id, cluster.rolesOf(number), order, Status.JOINED);
    }

    /** Between two identities it is no member and sees none. */
    boolean away() {
        return away;
    }

    @Override
    public NodeId self() {
        return id;
    }

    @Override
    public List<Member> members() {
        return away ? List.of() : cluster.seenBy(this);
    }

    @Override
    public void listen(Membership.Listener listener) {
        membershipListener = listener;
    }

    @Override
    public void listen(Transport.Listener listener) {
        transportListener = listener;
    }

    @Override
    public void send(NodeId to, byte[] frame) {
        cluster.carry(this, to, frame);
    }

    /** A frame arrives after the delay; frames of one sender keep their order while the delay is the same. */
    void deliver(Seat from, byte[] frame, long delayMillis) {
        later(() -> received(from, frame), delayMillis);
    }

    private void received(Seat from, byte[] frame) {
        Transport.Listener listener = transportListener;
        if (listener != null) {
            listener.received(from.id, frame);
        } else {
            from.later(() -> from.refused(this, frame), 0);
        }
    }

    private void refused(Seat by, byte[] frame) {
        Transport.Listener listener = transportListener;
        if (listener != null) {
            listener.refused(by.id, frame);
        }
    }

    private void later(Runnable task, long delayMillis) {
        if (!inbound.isShutdown()) {
            Future<?> unused = inbound.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** Whatever was sent here before, without a delay, has arrived when it returns. */
    void awaitDelivery() {
        CompletableFuture<Void> delivered = new CompletableFuture<>();
        later(() -> delivered.complete(null), 0);
        if (!inbound.isShutdown()) {
            delivered.join();
        }
    }

    void tellMembersChanged() {
        Membership.Listener listener = membershipListener;
        if (listener != null && !away) {
            listener.membersChanged();
        }
    }

    CompletionStage<Void> tellMerging() {
        Membership.Listener listener = membershipListener;
        return listener == null ? CompletableFuture.completedFuture(null) : listener.merging();
    }

    void leaveSide() {
        away = true;
    }

    void takeIdentity(NodeId fresh, long freshOrder, int newSide) {
        id = fresh;
        order = freshOrder;
        side = newSide;
        away = false;
    }

    void tellMerged() {
        Membership.Listener listener = membershipListener;
        if (listener != null) {
            listener.merged();
        }
    }

    void tellTerminated() {
        Membership.Listener listener = membershipListener;
        if (listener != null) {
            listener.terminated();
        }
    }

    @Override
    public void close() {
        membershipListener = null;
        transportListener = null;
    }

    void shutdown() {
        inbound.shutdown();
    }
}
