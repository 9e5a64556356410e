package dev.singleton.node;

import dev.singleton.NodeId;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What arrives and cannot be used: counted, and the first of each member is told. */
final class Dropped {

    private static final System.Logger LOG = System.getLogger(Dropped.class.getName());

    private final LongAdder dropped = new LongAdder();
    private final Set<NodeId> warned = ConcurrentHashMap.newKeySet();

    void drop(NodeId sender, String why) {
        count();
        if (warned.add(sender)) {
            LOG.log(
                    Level.WARNING,
                    "A frame of {0} was dropped: {1}. Further ones of this member are counted and not logged.",
                    sender,
                    why);
        } else {
            LOG.log(Level.TRACE, "A frame of {0} was dropped: {1}", sender, why);
        }
    }

    void count() {
        dropped.increment();
    }

    long sum() {
        return dropped.sum();
    }

    /** These are the members; nothing is remembered of others. */
    void present(Set<NodeId> members) {
        warned.retainAll(members);
    }
}
