package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who lived when, who hosted, and who saw whom: read from the time line of one singleton. Immutable after construction.
 */
final class Lives {

    /** Whom a life saw from this time on. */
    record View(String life, long from, Set<String> names) {}

    private final Map<String, Long> began = new TreeMap<>();
    private final Map<String, Long> gone = new HashMap<>();
    private final Map<String, Long> killed = new TreeMap<>();
    private final Map<String, Long> left = new HashMap<>();
    private final Map<String, List<View>> views = new HashMap<>();
    private final List<Instance> instances;
    private final TreeSet<Long> upsets = new TreeSet<>();

    /** @param events in the order of time */
    Lives(String key, List<Event> events) {
        for (Event event : events) {
            switch (event.kind()) {
                case FAULT -> fault(event);
                case READY -> began.put(event.life(), event.nanos());
                case GONE -> gone.put(event.life(), event.nanos());
                case VIEW -> view(event);
                default -> {
                    if (event.is(Kind.LEASE_LOST, key)) {
                        upsets.add(event.nanos());
                    }
                }
            }
        }
        instances = Instance.of(key, events);
        instances.stream().filter(Instance::sentOnward).forEach(each -> upsets.add(each.stopping()));
    }

    static String node(String life) {
        int end = life.indexOf('#');
        return end < 0 ? life : life.substring(0, end);
    }

    private void fault(Event event) {
        if (event.field(0).equals("kill")) {
            killed.put(event.field(1), event.nanos());
        } else if (event.field(0).equals("leave")) {
            left.put(event.field(1), event.nanos());
        }
    }

    private void view(Event event) {
        Set<String> names = new HashSet<>(List.of(event.field(0).split(" ", -1)));
        List<View> before = views.computeIfAbsent(event.life(), life -> new ArrayList<>());
        if (!before.isEmpty()) {
            Set<String> missing = new HashSet<>(before.get(before.size() - 1).names());
            missing.removeAll(names);
            if (missing.stream().anyMatch(this::goesOn)) {
                upsets.add(event.nanos());
            }
        }
        before.add(new View(event.life(), event.nanos(), Set.copyOf(names)));
    }

    /** Whether the node's latest life so far has neither ended nor begun to leave. */
    private boolean goesOn(String node) {
        Optional<String> latest = began.keySet().stream()
                .filter(life -> node(life).equals(node))
                .max((one, other) -> Long.compare(began.get(one), began.get(other)));
        return latest.isPresent()
                && !gone.containsKey(latest.get())
                && !killed.containsKey(latest.get())
                && !left.containsKey(latest.get());
    }

    /** All instances, in the order of their starts. */
    List<Instance> instances() {
        return instances;
    }

    boolean wasKilled(String life) {
        return killed.containsKey(life);
    }

    /** Lives that were killed, and when. */
    Map<String, Long> killed() {
        return Map.copyOf(killed);
    }

    /** Lives and when they were members for the first time. */
    Map<String, Long> began() {
        return Map.copyOf(began);
    }

    /** When it began to leave, if it did. */
    OptionalLong leftAt(String life) {
        return left.containsKey(life) ? OptionalLong.of(left.get(life)) : OptionalLong.empty();
    }

    /** When its JVM had ended, if it has. */
    OptionalLong goneAt(String life) {
        return gone.containsKey(life) ? OptionalLong.of(gone.get(life)) : OptionalLong.empty();
    }

    /**
     * Whether between these times somebody removed a node from its member list that lived on, or a host lost its lease or its
     * quorum: what it had accepted then goes on behind later messages.
     */
    boolean upset(long from, long to) {
        Long first = upsets.ceiling(from);
        return first != null && first <= to;
    }

    /** Whether this life saw that node all the time from then on to then. */
    boolean saw(String life, String node, long from, long to) {
        boolean seen = false;
        for (View view : views.getOrDefault(life, List.of())) {
            if (view.from() <= from) {
                seen = view.names().contains(node);
            } else if (view.from() <= to) {
                seen &= view.names().contains(node);
            }
        }
        return seen;
    }

    /** The most nodes that this life saw at one time between these times. */
    int sawAtMost(String life, long from, long to) {
        int before = 0;
        int most = 0;
        for (View view : views.getOrDefault(life, List.of())) {
            if (view.from() <= from) {
                before = view.names().size();
            } else if (view.from() <= to) {
                most = Math.max(most, view.names().size());
            }
        }
        return Math.max(before, most);
    }
}
