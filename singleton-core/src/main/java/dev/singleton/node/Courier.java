package dev.singleton.node;

import dev.singleton.DeadLetterReason;
import dev.singleton.NodeId;
import dev.singleton.wire.Frame.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a {@link Lane} has done for it, outside its lock. */
interface Courier {

    NodeId self();

    /** Encodes the batch and sends it; may block for as long as encoding takes. */
    void send(Lane lane, NodeId to, long sequence, List<Letter> batch, boolean again);

    void answer(NodeId sender, long sequence, Verdict verdict, int accepted, Optional<NodeId> hint);

    void deadLetter(Letter letter, DeadLetterReason reason);

    void unavailable(Letter letter);

    void full(DeadLetterReason reason, int bound);

    /** A host has taken everything that waited: the next dead letter is news again. */
    void clear();

    /** A batch was stale. */
    void rejected();

    void later(Runnable task, Duration delay);

    /** Does it on a thread that may block. */
    void work(Runnable task);
}
