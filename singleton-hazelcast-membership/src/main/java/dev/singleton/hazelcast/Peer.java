package dev.singleton.hazelcast;

import com.hazelcast.cluster.Address;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import dev.singleton.NodeId;
import dev.singleton.hazelcast.Counters.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to one other member. Before the first frame it knocks: a member without this library would answer each frame
 * with an error in its log, and one that has not heard of us yet would drop them. What is sent meanwhile waits, in order
 * and bounded. It knocks again when the connection is gone. Any thread; nothing blocks.
 */
final class Peer {

    /** Frames that wait for the first answer, at most. */
    static final int WAITING_FRAMES = 10_000;

    /** Bytes that wait for the first answer, at most. One longer frame alone may wait, too. */
    static final long WAITING_BYTES = 16L << 20;

    private static final int KNOCK_SECONDS = 3;

    private enum State {
        /** Nothing is known, or the connection is gone. */
        UNKNOWN,
        /** Asked, no answer yet. */
        KNOCKING,
        /** It understands us. */
        OPEN,
        /** It does not have this library; that lasts as long as the member. */
        FOREIGN
    }

    private final NodeId id;
    private final Address address;
    private final Engine engine;
    private final Counters counters;
    private final BiConsumer<NodeId, byte[]> refusals;
    private final List<byte[]> waiting = new ArrayList<>();
    private long waitingBytes;
    private volatile State state = State.UNKNOWN;
    /** Done when what waited for the answer is on its way. */
    private volatile CompletableFuture<@Nullable Void> lastKnock = CompletableFuture.completedFuture(null);

    Peer(NodeId id, Address address, Engine engine, Counters counters, BiConsumer<NodeId, byte[]> refusals) {
        this.id = id;
        this.address = address;
        this.engine = engine;
        this.counters = counters;
        this.refusals = refusals;
    }

    void send(byte[] frame) {
        if (state == State.OPEN && write(frame)) {
            return;
        }
        State before = enqueue(frame);
        if (before == State.UNKNOWN) {
            knock();
        } else if (before == State.FOREIGN) {
            refuse(frame);
        }
    }

    /** Sends the frame or lets it wait, and gives the state that it met, after a lost connection was noticed. */
    private synchronized State enqueue(byte[] frame) {
        if (state == State.OPEN) {
            if (write(frame)) {
                return State.OPEN;
            }
            state = State.UNKNOWN;
        }
        State before = state;
        if (before != State.FOREIGN) {
            await(frame);
            if (before == State.UNKNOWN) {
                lastKnock = new CompletableFuture<>();
                state = State.KNOCKING;
            }
        }
        return before;
    }

    /** Completes when all that was sent has arrived, or never will. */
    CompletableFuture<?> arrived() {
        return lastKnock.thenCompose(answered -> state == State.OPEN
                ? engine.knock(address).<@Nullable Object>handle((answer, error) -> answer)
                : CompletableFuture.<@Nullable Object>completedFuture(null));
    }

    private boolean write(byte[] frame) {
        boolean written = engine.write(frame, id.uuid(), address);
        if (written) {
            counters.count(Count.SENT);
        }
        return written;
    }

    private void await(byte[] frame) {
        boolean full = waiting.size() >= WAITING_FRAMES || waitingBytes + frame.length > WAITING_BYTES;
        if (full && !waiting.isEmpty()) {
            counters.dropped(Count.DROPPED_WAITING_ROOM_FULL, id);
            return;
        }
        waiting.add(frame);
        waitingBytes += frame.length;
    }

    private void knock() {
        CompletableFuture<@Nullable Void> knock = lastKnock;
        try {
            // Hazelcast may keep a question that met no connection for its operation time-out of a minute; the peer can
            // be
            // there again long before that. Another frame then knocks anew.
            CompletableFuture<Object> answer =
                    new CompletableFuture<Object>().orTimeout(KNOCK_SECONDS, TimeUnit.SECONDS);
            // Directly on Hazelcast's thread: what follows only enqueues, and a thread for each callback costs far
            // more.
            var unused = engine.knock(address)
                    .whenCompleteAsync(
                            (value, error) -> {
                                if (error == null) {
                                    answer.complete(value);
                                } else {
                                    answer.completeExceptionally(error);
                                }
                            },
                            Runnable::run);
            CompletableFuture<?> unusedToo = answer.whenComplete((value, error) -> answered(knock, error));
        } catch (RuntimeException notRunning) {
            answered(knock, notRunning);
        }
    }

    private void answered(CompletableFuture<@Nullable Void> knock, @Nullable Throwable error) {
        if (error == null) {
            open();
        } else if (lacksLibrary(error)) {
            close(State.FOREIGN).forEach(this::refuse);
        } else {
            // Gone, or silent: the next frame knocks again.
            close(State.UNKNOWN).forEach(frame -> counters.dropped(Count.DROPPED_UNREACHABLE, id));
        }
        knock.complete(null);
    }

    private synchronized void open() {
        boolean connected = true;
        for (byte[] frame : takeWaiting()) {
            connected &= write(frame);
            if (!connected) {
                counters.dropped(Count.DROPPED_UNREACHABLE, id);
            }
        }
        // Only now, and under the lock to here, so that nothing overtakes what has waited.
        state = connected ? State.OPEN : State.UNKNOWN;
    }

    private synchronized List<byte[]> close(State reason) {
        state = reason;
        return takeWaiting();
    }

    private List<byte[]> takeWaiting() {
        List<byte[]> taken = List.copyOf(waiting);
        waiting.clear();
        waitingBytes = 0;
        return taken;
    }

    private void refuse(byte[] frame) {
        counters.count(Count.REFUSED);
        refusals.accept(id, frame);
    }

    private static boolean lacksLibrary(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof HazelcastSerializationException
                    || cause instanceof ClassNotFoundException
                    || cause instanceof NoClassDefFoundError) {
                return true;
            }
        }
        return false;
    }
}
