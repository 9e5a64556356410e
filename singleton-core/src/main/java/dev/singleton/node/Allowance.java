package dev.singleton.node;

import dev.singleton.NodeId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * How much of what a member sent may wait here, for each member by itself: a flood of one must neither fill the memory
 * nor keep out what others send. Any thread.
 */
final class Allowance {

    /** What a frame takes beside its bytes, roughly. */
    private static final int OVERHEAD = 256;

    private final int mostFrames;
    private final long mostBytes;
    private final Map<NodeId, Share> shares = new ConcurrentHashMap<>();

    /** @param mostBytes one frame alone may have more */
    Allowance(int mostFrames, long mostBytes) {
        this.mostFrames = mostFrames;
        this.mostBytes = mostBytes;
    }

    /** What waits of one member. */
    private static final class Share {
        private final AtomicInteger frames = new AtomicInteger();
        private final AtomicLong bytes = new AtomicLong();
    }

    /**
     * Does it with the frame of that many bytes, unless too much of this member waits already.
     *
     * @param how is given what is to be called when the frame waits no longer
     * @return whether it was done
     */
    boolean admit(NodeId sender, long bytes, Consumer<Runnable> how) {
        Share share = shares.computeIfAbsent(sender, member -> new Share());
        long size = bytes + OVERHEAD;
        int frames = share.frames.incrementAndGet();
        long all = share.bytes.addAndGet(size);
        Runnable leave = () -> {
            share.frames.decrementAndGet();
            share.bytes.addAndGet(-size);
        };
        if (frames > mostFrames || (all > mostBytes && frames > 1)) {
            leave.run();
            return false;
        }
        how.accept(leave);
        return true;
    }

    /** These are the members; nothing is remembered of others. */
    void present(Set<NodeId> members) {
        shares.keySet().retainAll(members);
    }
}
