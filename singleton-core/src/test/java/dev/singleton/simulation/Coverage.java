package dev.singleton.simulation;

import dev.singleton.manager.Event;
import dev.singleton.manager.ManagerState;
import java.util.Map;
import java.util.TreeMap;

/** Which events met which states, and how often; over many seeds. */
final class Coverage {

    private final Map<String, Long> pairs = new TreeMap<>();

    void met(ManagerState state, Event event) {
        pairs.merge(state.phase() + " " + event.getClass().getSimpleName(), 1L, Long::sum);
    }

    Map<String, Long> pairs() {
        return pairs;
    }
}
