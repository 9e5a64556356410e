package dev.singleton.it;

import dev.singleton.NodeId;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What a hostile member has seen of the others, for later. Safe for threads. */
final class Loot {

    private static final int MOST = 2_000;

    private final List<byte[]> frames = new ArrayList<>();
    private final Map<NodeId, Long> incarnations = new ConcurrentHashMap<>();
    private final Herald herald;
    private final long firstSequence;
    private final AtomicLong sequence;
    private boolean prepared;

    Loot(long now) {
        this.herald = new Herald(now);
        this.firstSequence = now << 20;
        this.sequence = new AtomicLong(firstSequence);
    }

    /** Beside what has come, frames of its own about this singleton, as an honest node would send them. */
    synchronized void prepare(String key) {
        if (prepared) {
            return;
        }
        prepared = true;
        List<Frame> samples = List.of(
                new Frame.StandDown(key, firstSequence),
                new Frame.Confirm(key, firstSequence, 3, Optional.of(Poison.numbered(Mallory.NAME, 1))),
                new Frame.StillStopping(key, firstSequence),
                new Frame.Decline(key, firstSequence, "it is hosting"),
                new Frame.Restarted(key, 1, ""),
                new Frame.Batch(
                        key,
                        firstSequence - 1,
                        List.of(new Frame.Message(0, Optional.empty(), Poison.numbered(Mallory.NAME, 1)))),
                new Frame.BatchAnswer(key, firstSequence, 3, Frame.Verdict.ACCEPTED, Optional.empty()),
                new Frame.Reply(firstSequence, false, Poison.numbered(Mallory.NAME, 2)));
        samples.forEach(frame -> frames.add(Frames.encode(frame)));
    }

    /** A frame came from this node. */
    synchronized void take(NodeId from, Frame frame, byte[] bytes) {
        if (frame instanceof Frame.Announce announce) {
            incarnations.put(from, announce.incarnation());
        }
        // A wish would be obeyed, and is another kind of mischief.
        if (frames.size() < MOST && !(frame instanceof Frame.Restart)) {
            frames.add(bytes);
        }
    }

    synchronized byte[] any(Random dice) {
        return frames.get(dice.nextInt(frames.size()));
    }

    /** An id as the victim's asks would have if they were counted from where its life began. */
    long askNear(NodeId victim, Random dice) {
        return (incarnations.getOrDefault(victim, 0L) << 20) + dice.nextInt(2_000);
    }

    Herald herald() {
        return herald;
    }

    /** For batches: each larger than all before. */
    long nextSequence() {
        return sequence.incrementAndGet();
    }

    /** One that was used a short while ago. */
    long earlierSequence(Random dice) {
        return sequence.get() - dice.nextInt(50);
    }
}
