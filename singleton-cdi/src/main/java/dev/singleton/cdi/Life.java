package dev.singleton.cdi;

import dev.singleton.cdi.NodeFactory.Joined;
import dev.singleton.node.SingletonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One node, from its joining to its end; the end of its member may come before. */
final class Life {

    private final Joined joined;
    private final Fate fate;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long began = System.nanoTime();

    Life(Joined joined, Fate fate) {
        this.joined = joined;
        this.fate = fate;
    }

    SingletonNode node() {
        return joined.node();
    }

    /** Whether there can be another after it. */
    boolean renewable() {
        return joined.renewable();
    }

    boolean has(Fate other) {
        return fate == other;
    }

    /** How its member has ended; empty while it lives. */
    Optional<String> lost() {
        return Optional.ofNullable(fate.lost);
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** Leaves gracefully, where there is anything left to leave, and ends what was started for the node; once. */
    void end() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        try {
            node().close();
        } finally {
            joined.release().run();
        }
    }

    /** What may become of a node's member, known before there is a node. */
    static final class Fate {
        private volatile @Nullable String lost;

        /** Told at most once. */
        void lost(String reason) {
            lost = reason;
        }
    }
}
