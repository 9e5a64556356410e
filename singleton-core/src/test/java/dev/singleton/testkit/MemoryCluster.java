package dev.singleton.testkit;

import static dev.singleton.testkit.Eventually.eventually;

import dev.singleton.NodeId;
import dev.singleton.node.NodeBuilder;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.Membership;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Real nodes in one JVM, joined by queues instead of a network. {@code join(n)} gives the node with the n-th lowest
 * address; links can be cut, slowed and filtered, members removed, the cluster split and merged.
 */
public final class MemoryCluster implements AutoCloseable {

    private final List<Seat> seats = new ArrayList<>();
    private final Map<Integer, Set<String>> roles = new HashMap<>();
    private final Map<Integer, SingletonNode> nodes = new HashMap<>();
    private final Set<Integer> unreachable = new HashSet<>();
    /** Members that vanished; their nodes still run, unseen. */
    private final Map<Seat, SingletonNode> ghosts = new HashMap<>();

    private final Links links = new Links();
    private long joins;

    // ---- for the seats

    synchronized Set<String> rolesOf(int number) {
        return roles.getOrDefault(number, Set.of());
    }

    synchronized List<Membership.Member> seenBy(Seat eye) {
        return Stream.concat(seats.stream(), Stream.of(eye))
                .distinct()
                .filter(seat -> seat.side() == eye.side() && !seat.away())
                .map(Seat::member)
                .sorted(Comparator.comparingLong(Membership.Member::joinOrder))
                .toList();
    }

    void carry(Seat from, NodeId to, byte[] frame) {
        Seat target;
        synchronized (this) {
            target = seats.stream()
                    .filter(seat -> seat.self().equals(to) && seat.side() == from.side())
                    .findFirst()
                    .orElse(null);
            if (target == null || unreachable.contains(target.number) || unreachable.contains(from.number)) {
                return;
            }
            if (links.passes(from.number, target.number, frame)) {
                target.deliver(from, frame, links.delay(from.number, target.number));
            }
        }
    }

    // ---- members

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
            unreachable.remove(number);
            seat = new Seat(this, number, id(number), ++joins, 0);
            seats.add(seat);
        }
        tellAll();
        return seat;
    }

    /** The roles of a member as the membership itself knows them; told to all. */
    public void roles(int number, String... carried) {
        synchronized (this) {
            roles.put(number, Set.of(carried));
        }
        tellAll();
    }

    /** The node of that number. */
    public synchronized SingletonNode node(int number) {
        SingletonNode node = nodes.get(number);
        if (node == null) {
            throw new IllegalArgumentException("No node " + number);
        }
        return node;
    }

    private synchronized Seat seat(int number) {
        return seats.stream()
                .filter(seat -> seat.number == number)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No member " + number));
    }

    /** The node leaves gracefully; what it sent arrives, then its member leaves the list. */
    public void leave(int number) {
        node(number).close();
        List<Seat> receivers;
        synchronized (this) {
            receivers = List.copyOf(seats);
        }
        receivers.forEach(Seat::awaitDelivery);
        remove(seat(number));
    }

    /** The member vanishes from the list and nothing reaches or leaves it any more; its node still runs, unseen. */
    public void kill(int number) {
        Seat seat = seat(number);
        synchronized (this) {
            ghosts.put(seat, node(number));
            seat.side(-1 - ghosts.size());
        }
        remove(seat);
    }

    /** The member vanishes, and its node learns that its own membership was terminated. */
    public void terminate(int number) {
        Seat seat = seat(number);
        kill(number);
        seat.tellTerminated();
    }

    private void remove(Seat seat) {
        synchronized (this) {
            seats.remove(seat);
            nodes.remove(seat.number);
            unreachable.remove(seat.number);
        }
        tellAll();
    }

    private void tellAll() {
        List<Seat> reached;
        synchronized (this) {
            reached = seats.stream()
                    .filter(seat -> !unreachable.contains(seat.number))
                    .toList();
        }
        reached.forEach(Seat::tellMembersChanged);
    }

    // ---- links

    /** Nothing reaches or leaves the node, but it stays in the list. */
    public synchronized void cut(int number) {
        unreachable.add(number);
    }

    public void reconnect(int number) {
        synchronized (this) {
            unreachable.remove(number);
        }
        tellAll();
    }

    /** What is lost, slowed and looked at on the way. */
    public Links links() {
        return links;
    }

    /** A frame as a hostile or broken member would send it. */
    public void inject(int from, int to, byte[] frame) {
        seat(from).send(seat(to).self(), frame);
    }

    /** A frame from somebody who is no member of the receiver's view. */
    public void injectFromStranger(int to, byte[] frame) {
        injectFrom(id(99), to, frame);
    }

    /** A frame from somebody who is no member of the receiver's view any more, or never was. */
    public void injectFrom(NodeId outsider, int to, byte[] frame) {
        seat(to).deliver(new Seat(this, -1, outsider, Long.MAX_VALUE, 0), frame, 0);
    }

    /** Waits until each of these has taken in what each other has told of itself. */
    public void awaitAcquaintance(int... numbers) {
        for (int teller : numbers) {
            for (int listener : numbers) {
                if (teller != listener) {
                    eventually(
                            listener + " knows what " + teller + " has told of itself",
                            () -> links.acquainted(teller, listener));
                }
            }
        }
    }

    // ---- split and merge

    /** These members see only each other from now on, and the others only theirs. */
    public void split(Integer... numbers) {
        synchronized (this) {
            for (int number : numbers) {
                seat(number).side(seat(number).side() + 1);
            }
        }
        tellAll();
    }

    /** These members give up their identities and join the side of the first one as new members. */
    public void merge(int into, Integer... numbers) {
        List<Seat> joining;
        int side;
        synchronized (this) {
            joining = List.of(numbers).stream().map(this::seat).toList();
            side = seat(into).side();
        }
        CompletableFuture<?>[] stopped = joining.stream()
                .map(seat -> seat.tellMerging().toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(stopped).join();
        joining.forEach(Seat::leaveSide);
        for (Seat seat : joining) {
            synchronized (this) {
                seat.takeIdentity(id(seat.number), ++joins, side);
            }
        }
        tellAll();
        joining.forEach(Seat::tellMerged);
    }

    // ---- end

    /** All nodes leave at once; those that were killed learn that they are alone, and end. */
    @Override
    public void close() {
        List<SingletonNode> all;
        List<Seat> alone;
        synchronized (this) {
            all = new ArrayList<>(nodes.values());
            all.addAll(ghosts.values());
            alone = List.copyOf(ghosts.keySet());
            nodes.clear();
        }
        alone.forEach(Seat::tellMembersChanged);
        try {
            CompletableFuture.allOf(all.stream()
                            .map(node -> CompletableFuture.runAsync(node::close, task -> new Thread(task).start()))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } catch (CompletionException failed) {
            throw new AssertionError("A node could not be closed", failed.getCause());
        } finally {
            synchronized (this) {
                seats.forEach(Seat::shutdown);
                ghosts.keySet().forEach(Seat::shutdown);
                seats.clear();
            }
        }
    }
}
