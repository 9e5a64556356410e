package dev.singleton.spi;

import dev.singleton.NodeId;

/**
 * Frames between nodes. Frames from one node to another arrive in the order of sending while the connection lasts, at
 * most once; a frame may be lost without a word when it breaks.
 */
public interface Transport extends AutoCloseable {

    /**
     * Sends a frame to another member. Never blocks and never throws; safe for any thread. The array is not touched
     * again by the caller. A frame to an unknown or unreachable member is dropped.
     */
    void send(NodeId to, byte[] frame);

    /** Sets the one listener. Called at most once, before the first {@code send}. */
    void listen(Listener listener);

    /** No frame is delivered after it has returned; idempotent. */
    @Override
    void close();

    /** Receives frames, on the transport's own threads: it only enqueues and throws nothing. */
    interface Listener {

        /**
         * A frame arrived. Calls for one sender come one after the other, in order.
         *
         * @param sender as the connection proves it, never as the payload says
         */
        void received(NodeId sender, byte[] frame);

        /**
         * The member runs no singleton node, so this frame was not taken.
         *
         * @param frame the one that was sent
         */
        void refused(NodeId peer, byte[] frame);
    }
}
