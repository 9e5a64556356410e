package dev.singleton.simulation;

import dev.singleton.SingletonStatus.State;
import dev.singleton.manager.Event;
import dev.singleton.manager.ManagerState;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which events met which states, and how often; over many seeds. */
final class Coverage {

    private final Map<String, Long> pairs = new TreeMap<>();

    void met(ManagerState state, Event event) {
        pairs.merge(pair(state.phase(), event.getClass()), 1L, Long::sum);
    }

    private static String pair(State state, Class<?> event) {
        return state + " " + event.getSimpleName();
    }

    Map<String, Long> pairs() {
        return pairs;
    }

    /** The pairs that were not met, without these, and without those of the lease where none is needed. */
    Set<String> missing(boolean leased, String[]... without) {
        Set<String> missing = new TreeSet<>();
        for (State state : State.values()) {
            for (Class<?> event : Event.class.getPermittedSubclasses()) {
                if (leased || !event.getSimpleName().startsWith("Lease")) {
                    missing.add(pair(state, event));
                }
            }
        }
        missing.removeAll(pairs.keySet());
        for (String[] known : without) {
            missing.removeAll(Set.of(known));
        }
        return missing;
    }
}
