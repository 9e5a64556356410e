package dev.singleton.simulation;

import dev.singleton.SingletonStatus.State;
import dev.singleton.manager.Event;
import dev.singleton.manager.ManagerState;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which events met which states; over many seeds. */
final class Coverage {

    private final Map<State, Set<Class<?>>> met = new EnumMap<>(State.class);

    void met(ManagerState state, Event event) {
        met.computeIfAbsent(state.phase(), phase -> new HashSet<>()).add(event.getClass());
    }

    void add(Coverage other) {
        other.met.forEach((state, events) ->
                met.computeIfAbsent(state, phase -> new HashSet<>()).addAll(events));
    }

    private static String pair(State state, Class<?> event) {
        return state + " " + event.getSimpleName();
    }

    Set<String> pairs() {
        Set<String> pairs = new TreeSet<>();
        met.forEach((state, events) -> events.forEach(event -> pairs.add(pair(state, event))));
        return pairs;
    }

    /** The pairs that were not met, without these, and without those of the lease where none is needed. */
    Set<String> missing(boolean leased, Set<String> without) {
        Set<String> missing = new TreeSet<>();
        for (State state : State.values()) {
            for (Class<?> event : Event.class.getPermittedSubclasses()) {
                if (leased || !event.getSimpleName().startsWith("Lease")) {
                    missing.add(pair(state, event));
                }
            }
        }
        missing.removeAll(pairs());
        missing.removeAll(without);
        return missing;
    }
}
