package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.spi.MessageCodec;
import dev.singleton.spi.Transport;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What the parts of a node share.
 *
 * @param timers for the data path, so that it never waits for the manager's thread
 * @param dropped frames that cannot be used, and replies that come too late
 */
record Services(
        Supplier<NodeId> self,
        Transport transport,
        MessageCodec codec,
        Replies replies,
        Workers workers,
        Completions completions,
        ScheduledExecutorService timers,
        Asks asks,
        EventBus events,
        Dropped dropped) {

    /** Does it later, or not at all when the node is closed by then or already. */
    Future<?> later(Runnable task, Duration delay, boolean again) {
        long nanos = Nanos.of(delay);
        try {
            return again
                    ? timers.scheduleAtFixedRate(task, nanos, nanos, TimeUnit.NANOSECONDS)
                    : timers.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.completedFuture(null);
        }
    }

    void send(NodeId to, Frame frame) {
        transport.send(to, Frames.encode(frame));
    }
}
