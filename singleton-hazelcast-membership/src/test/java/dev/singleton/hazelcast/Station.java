package dev.singleton.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import dev.singleton.spi.Transport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Stands where the singleton node stands: writes down all that membership and transport tell. */
final class Station implements Transport.Listener, Membership.Listener {

    static final long PATIENCE_SECONDS = 60;

    record Frame(NodeId peer, ByteBuffer bytes) {
        String text() {
            return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        }
    }

    final Binding binding;
    final BlockingQueue<Frame> received = new LinkedBlockingQueue<>();
    final BlockingQueue<Frame> refused = new LinkedBlockingQueue<>();
    final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    /** What else to do with a frame, on the transport's thread. */
    volatile Consumer<Frame> onReceived = frame -> {};

    final CompletableFuture<Void> mayLeave = new CompletableFuture<>();
    final CompletableFuture<Void> mayMerge = new CompletableFuture<>();

    private Station(Binding binding) {
        this.binding = binding;
        binding.membership().listen(this);
        binding.transport().listen(this);
    }

    static Station on(HazelcastInstance member) {
        return on(member, Bounds.DEFAULT);
    }

    static Station on(HazelcastInstance member, Bounds bounds) {
        return new Station(Binding.bind(Engine.of(member), bounds, how -> {}));
    }

    NodeId self() {
        return binding.membership().self();
    }

    List<NodeId> members() {
        return binding.membership().members().stream()
                .map(Membership.Member::id)
                .toList();
    }

    void send(NodeId to, String text) {
        send(to, text.getBytes(StandardCharsets.UTF_8));
    }

    void send(NodeId to, byte[] frame) {
        binding.transport().send(to, frame);
    }

    long counted(Counters.Count count) {
        return binding.transport().counters().of(count);
    }

    void close() {
        binding.transport().close();
        binding.membership().close();
    }

    static Frame next(BlockingQueue<Frame> frames) throws InterruptedException {
        Frame frame = frames.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (frame == null) {
            throw new AssertionError("No frame within " + Duration.ofSeconds(PATIENCE_SECONDS));
        }
        return frame;
    }

    /** Waits until the event was told; other events before it are skipped. */
    void awaitTold(String event) throws InterruptedException {
        String next;
        do {
            next = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } while (next != null && !next.equals(event));
        if (next == null) {
            throw new AssertionError("Not told of '" + event + "'");
        }
    }

    /** Waits until this member sees so many; each change is told, so none is missed. */
    void awaitMembers(int count) throws InterruptedException {
        while (members().size() != count) {
            awaitTold("changed");
        }
    }

    @Override
    public void received(NodeId sender, byte[] frame) {
        Frame arrived = new Frame(sender, ByteBuffer.wrap(frame));
        onReceived.accept(arrived);
        received.add(arrived);
    }

    @Override
    public void refused(NodeId peer, byte[] frame) {
        refused.add(new Frame(peer, ByteBuffer.wrap(frame)));
    }

    @Override
    public void membersChanged() {
        told.add("changed");
    }

    @Override
    public CompletionStage<Void> leaving() {
        told.add("leaving");
        return mayLeave;
    }

    @Override
    public CompletionStage<Void> merging() {
        told.add("merging");
        return mayMerge;
    }

    @Override
    public void merged() {
        told.add("merged");
    }

    @Override
    public void terminated() {
        told.add("terminated");
    }
}
