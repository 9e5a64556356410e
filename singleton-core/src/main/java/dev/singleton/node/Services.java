package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.spi.MessageCodec;
import dev.singleton.spi.Transport;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import java.util.concurrent.ScheduledExecutorService;
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

    void send(NodeId to, Frame frame) {
        transport.send(to, Frames.encode(frame));
    }
}
