package dev.singleton.testkit;

import dev.singleton.NodeId;
import dev.singleton.node.NodeBuilder;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.Membership;
import dev.singleton.spi.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Real nodes in one JVM, joined by queues instead of a network. {@code join(n)} gives the node with the n-th lowest
 * address; links can be cut and members removed.
 */
public final class MemoryCluster implements AutoCloseable {

    private final List<Seat> seats = new ArrayList<>();
    private final Map<Integer, SingletonNode> nodes = new HashMap<>();
    private final Set<NodeId> unreachable = new HashSet<>();
    private long joins;

    private final class Seat implements Membership, Transport {
        private final NodeId id;
        private final long order;
        private final ExecutorService inbound = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "transport");
            thread.setDaemon(true);
            return thread;
        });
        private Membership.@Nullable Listener membershipListener;
        private Transport.@Nullable Listener transportListener;

        Seat(NodeId id, long order) {
            this.id = id;
            this.order = order;
        }

        @Override
        public NodeId self() {
            return id;
        }

        @Override
        public List<Member> members() {
            synchronized (MemoryCluster.this) {
                return seats.stream()
                        .map(seat -> new Member(seat.id, Set.of(), seat.order, Status.JOINED))
                        .toList();
            }
        }

        @Override
        public void listen(Membership.Listener listener) {
            synchronized (MemoryCluster.this) {
                membershipListener = listener;
            }
        }

        @Override
        public void listen(Transport.Listener listener) {
            synchronized (MemoryCluster.this) {
                transportListener = listener;
            }
        }

        @Override
        public void send(NodeId to, byte[] frame) {
            synchronized (MemoryCluster.this) {
                if (unreachable.contains(to) || unreachable.contains(id)) {
                    return;
                }
                seats.stream()
                        .filter(seat -> seat.id.equals(to))
                        .findFirst()
                        .ifPresent(seat -> seat.deliver(id, frame));
            }
        }

        private void deliver(NodeId from, byte[] frame) {
            inbound.execute(() -> {
                Transport.Listener listener;
                synchronized (MemoryCluster.this) {
                    listener = transportListener;
                }
                if (listener != null) {
                    listener.received(from, frame);
                } else {
                    refuse(from, frame);
                }
            });
        }

        private void refuse(NodeId from, byte[] frame) {
            synchronized (MemoryCluster.this) {
                seats.stream()
                        .filter(seat -> seat.id.equals(from))
                        .findFirst()
                        .ifPresent(seat -> seat.inbound.execute(() -> {
                            Transport.Listener listener;
                            synchronized (MemoryCluster.this) {
                                listener = seat.transportListener;
                            }
                            if (listener != null) {
                                listener.refused(id, frame);
                            }
                        }));
            }
        }

        @Override
        public void close() {
            synchronized (MemoryCluster.this) {
                membershipListener = null;
                transportListener = null;
            }
        }
    }

    private static NodeId id(int number) {
        return new NodeId(UUID.randomUUID(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 5700 + number));
    }

    /** A node joins and is up. */
    public SingletonNode join(int number) {
        return join(number, builder -> builder);
    }

    /** A node joins, set up further, and is up. */
    public SingletonNode join(int number, UnaryOperator<NodeBuilder> setUp) {
        SingletonNode node = joinStarting(number, setUp);
        node.up();
        return node;
    }

    /** A node joins; its application has not finished starting. */
    public SingletonNode joinStarting(int number, UnaryOperator<NodeBuilder> setUp) {
        Seat seat = joinWithoutNode(number);
        SingletonNode node = setUp.apply(NodeBuilder.of(seat, seat)).build();
        synchronized (this) {
            nodes.put(number, node);
        }
        return node;
    }

    /** A member joins that runs no singleton node. */
    public void joinBare(int number) {
        joinWithoutNode(number);
    }

    private Seat joinWithoutNode(int number) {
        Seat seat;
        synchronized (this) {
            seat = new Seat(id(number), ++joins);
            seats.add(seat);
        }
        tellAll();
        return seat;
    }

    /** The node leaves gracefully, then its member leaves the list. */
    public void leave(int number) {
        SingletonNode node;
        synchronized (this) {
            node = nodes.remove(number);
        }
        if (node == null) {
            throw new IllegalArgumentException("No node " + number);
        }
        NodeId id = node.self();
        node.close();
        remove(id);
    }

    /** The member vanishes from the list and nothing reaches or leaves it any more. */
    public void kill(int number) {
        NodeId id;
        synchronized (this) {
            id = nodes.get(number).self();
            unreachable.add(id);
        }
        remove(id);
    }

    /** Nothing reaches or leaves the node, but it stays in the list. */
    public synchronized void cut(int number) {
        unreachable.add(nodes.get(number).self());
    }

    public synchronized void reconnect(int number) {
        unreachable.remove(nodes.get(number).self());
    }

    private void remove(NodeId id) {
        synchronized (this) {
            seats.removeIf(seat -> seat.id.equals(id));
        }
        tellAll();
    }

    private void tellAll() {
        List<Membership.Listener> listeners = new ArrayList<>();
        synchronized (this) {
            for (Seat seat : seats) {
                if (seat.membershipListener != null && !unreachable.contains(seat.id)) {
                    listeners.add(seat.membershipListener);
                }
            }
        }
        listeners.forEach(Membership.Listener::membersChanged);
    }

    /** A frame as a hostile or broken member would send it. */
    public void inject(int from, int to, byte[] frame) {
        Seat sender;
        NodeId target;
        synchronized (this) {
            NodeId source = nodes.get(from).self();
            sender = seats.stream()
                    .filter(seat -> seat.id.equals(source))
                    .findFirst()
                    .orElseThrow();
            target = nodes.get(to).self();
        }
        sender.send(target, frame);
    }

    /** All nodes leave at once. */
    @Override
    public void close() {
        List<SingletonNode> all;
        synchronized (this) {
            all = List.copyOf(nodes.values());
            nodes.clear();
        }
        CompletionStage<Void> closed = CompletableFuture.allOf(all.stream()
                .map(node -> CompletableFuture.runAsync(node::close))
                .toArray(CompletableFuture[]::new));
        closed.toCompletableFuture().join();
        synchronized (this) {
            seats.forEach(seat -> seat.inbound.shutdown());
            seats.clear();
        }
    }
}
