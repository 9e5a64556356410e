package dev.singleton.hazelcast;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.TypedDataSerializable;
import com.hazelcast.spi.impl.operationservice.Operation;
import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import dev.singleton.spi.Transport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * A member that has this library and misuses it: its transport with no node behind, which carries whatever bytes it is
 * given, and the operations of the transport with contents that the transport would never give them. Any thread.
 */
public final class Intruder {

    private final Engine engine;
    private final Binding binding;

    private Intruder(Engine engine, Binding binding) {
        this.engine = engine;
        this.binding = binding;
    }

    /**
     * Takes the node's place on a member.
     *
     * @param ears hears each frame that arrives, on Hazelcast's threads
     */
    public static Intruder on(HazelcastInstance member, BiConsumer<NodeId, byte[]> ears) {
        Engine engine = Engine.of(member);
        Binding binding = Binding.bind(engine, Bounds.DEFAULT, how -> {});
        binding.membership().listen(new Deaf());
        binding.transport().listen(new Transport.Listener() {
            @Override
            public void received(NodeId sender, byte[] frame) {
                ears.accept(sender, frame);
            }

            @Override
            public void refused(NodeId peer, byte[] frame) {
                // A node that is not there has nothing to say.
            }
        });
        return new Intruder(engine, binding);
    }

    /** What the transport of the node on this member has counted so far, by the name of the count. */
    public static Map<String, Long> countsOf(HazelcastInstance member) {
        Binding binding = Binding.of(Engine.of(member).nodeEngine());
        if (binding == null) {
            throw new IllegalStateException("No node runs on " + member.getName());
        }
        Map<String, Long> counts = new TreeMap<>();
        for (Counters.Count count : Counters.Count.values()) {
            counts.put(count.name(), binding.transport().counters().of(count));
        }
        return counts;
    }

    public NodeId self() {
        return binding.membership().self();
    }

    /** The other members, by their addresses. */
    public List<NodeId> others() {
        return binding.membership().members().stream()
                .map(Membership.Member::id)
                .filter(id -> !id.equals(self()))
                .sorted(NodeId::compareAddress)
                .toList();
    }

    /** Sends these bytes as a frame. */
    public void send(NodeId to, byte[] frame) {
        binding.transport().send(to, frame);
    }

    /** Says that no node runs here, so that this frame, which perhaps was never sent, comes back. */
    public void refuse(NodeId to, byte[] frame) {
        raw(to, new RefusalOperation(frame, stream()));
    }

    /** Sends an operation that holds no frame and says that its length is this. */
    public void lie(NodeId to, int length) {
        raw(to, new LyingFrame(length, stream()));
    }

    private int stream() {
        return Engine.streamOf(engine.nodeEngine());
    }

    private void raw(NodeId to, Operation operation) {
        if (!engine.nodeEngine().getOperationService().send(operation, address(to))) {
            throw new IllegalStateException("There is no way to " + to);
        }
    }

    /** Completes when all that was sent there before has been taken from the wire and run. */
    public CompletableFuture<Object> arrived(NodeId to) {
        return engine.knock(address(to));
    }

    private Address address(NodeId to) {
        Member member = engine.member(to.uuid());
        if (member == null) {
            throw new IllegalStateException(to + " is no member");
        }
        return member.getAddress();
    }

    /** Does nothing about the life of its member. */
    private static final class Deaf implements Membership.Listener {
        @Override
        public void membersChanged() {
            // It asks when it wants to know.
        }

        @Override
        public CompletionStage<Void> leaving() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> merging() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void merged() {
            // As with other changes.
        }

        @Override
        public void terminated() {
            // The process ends then.
        }
    }

    /** Looks like a frame, and holds nothing behind its length. */
    private static final class LyingFrame extends Operation implements TypedDataSerializable {
        private final int length;

        LyingFrame(int length, int stream) {
            this.length = length;
            setPartitionId(stream);
        }

        @Override
        public Class<?> getClassType() {
            return FrameOperation.class;
        }

        @Override
        protected void writeInternal(ObjectDataOutput out) throws IOException {
            out.writeInt(length);
        }
    }
}
