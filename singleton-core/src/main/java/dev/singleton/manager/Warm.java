package dev.singleton.manager;

import dev.singleton.NodeId;
import dev.singleton.wire.Payload;
import java.util.HashSet;
import java.util.Set;

/**
 * The state that the last instance left behind.
 *
 * @param given who has got it meanwhile: each of them may run an instance with it, and make it old
 */
record Warm(Payload state, Set<NodeId> given) {

    Warm {
        given = Set.copyOf(given);
    }

    static Warm of(Payload state) {
        return new Warm(state, Set.of());
    }

    Warm to(NodeId asker) {
        Set<NodeId> more = new HashSet<>(given);
        more.add(asker);
        return new Warm(state, more);
    }

    /** One that got the state and is gone may have run an instance: nobody can tell any more whether this is the last. */
    boolean isLast(View view) {
        return given.stream().allMatch(view::contains);
    }
}
