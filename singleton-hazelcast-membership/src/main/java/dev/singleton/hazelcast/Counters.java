package dev.singleton.hazelcast;

import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Counts frames, and each reason to drop one; the first drop of each reason is logged as a warning. Any thread. */
final class Counters {

    /** What can happen to a frame. */
    enum Count {
        /** Given to the connection. */
        SENT(""),
        /** Given to the listener. */
        RECEIVED(""),
        /** Not taken by the other member, which runs no singleton node. */
        REFUSED(""),
        /** Not sent: the receiver is no current member. */
        DROPPED_UNKNOWN_RECEIVER("its receiver is not a member of the cluster"),
        /** Not sent: no connection, or no answer to the first knock. */
        DROPPED_UNREACHABLE("its receiver cannot be reached"),
        /** Not sent: too many frames wait for the first answer of the receiver. */
        DROPPED_WAITING_ROOM_FULL("too many frames wait for the receiver's first answer"),
        /** Not sent: longer than {@link HazelcastTransport#MAX_FRAME_BYTES}. */
        DROPPED_TOO_LONG("it is longer than " + HazelcastTransport.MAX_FRAME_BYTES + " bytes"),
        /** Received from a connection that belongs to no current member. */
        DROPPED_UNKNOWN_SENDER("its sender is not a member of the cluster"),
        /** Received, and not a frame: no content, or a length that is a lie. */
        DROPPED_MALFORMED("it is malformed"),
        /** Received, and the listener threw. */
        DROPPED_LISTENER_FAILED("the receiver's listener failed");

        private final String reason;

        Count(String reason) {
            this.reason = reason;
        }
    }

    private static final System.Logger LOG = System.getLogger(Counters.class.getName());

    private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
    private final Map<Count, AtomicBoolean> warned = new EnumMap<>(Count.class);

    Counters() {
        for (Count count : Count.values()) {
            counts.put(count, new LongAdder());
            warned.put(count, new AtomicBoolean());
        }
    }

    void count(Count count) {
        adder(count).increment();
    }

    /** Counts a dropped frame; warns at the first one for the reason, since a flood must not become a flood of logs. */
    void dropped(Count count, Object peer) {
        count(count);
        AtomicBoolean latch = warned.get(count);
        boolean first = latch != null && latch.compareAndSet(false, true);
        LOG.log(
                first ? Level.WARNING : Level.DEBUG,
                () -> "Frame to or from " + peer + " dropped: " + count.reason
                        + (first ? "; further ones are counted and logged at DEBUG only" : ""));
    }

    long of(Count count) {
        return adder(count).sum();
    }

    private LongAdder adder(Count count) {
        LongAdder adder = counts.get(count);
        if (adder == null) {
            throw new IllegalStateException("No counter for " + count);
        }
        return adder;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
