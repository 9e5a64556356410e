package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.proxy.Envelope;
import dev.singleton.wire.Payload;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way: told here, as an object; or received, as bytes.
 *
 * @param message null until it is decoded
 * @param body null until it is encoded
 * @param askId 0 when nobody waits for a reply
 * @param origin the node that sent it first; null when it is this one
 * @param ask who waits for the reply, when that is on this node
 * @param timer the timer that sent it, when it is one of the instance's own
 */
record Letter(
        @Nullable Object message,
        @Nullable Payload body,
        long askId,
        @Nullable NodeId origin,
        Asks.@Nullable Pending ask,
        @Nullable Object timer)
        implements Envelope {

    static Letter told(Object message) {
        return new Letter(message, null, 0, null, null, null);
    }

    static Letter asked(Object message, Asks.Pending ask) {
        return new Letter(message, null, ask.id(), null, ask, null);
    }

    static Letter received(Payload body, long askId, NodeId origin) {
        return new Letter(null, body, askId, origin, null, null);
    }

    /** A message of the instance to itself; it counts only while the timer that sent it is the current one. */
    static Letter fromTimer(Object message, Object timer) {
        return new Letter(message, null, 0, null, null, timer);
    }

    /** What it came as; nothing when it was told here. */
    int size() {
        return body == null ? 0 : body.size();
    }

    @Override
    public boolean expectsReply() {
        return askId != 0;
    }

    @Override
    public boolean expired() {
        return ask != null && ask.done();
    }
}
