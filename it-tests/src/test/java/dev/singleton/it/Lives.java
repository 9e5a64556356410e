package dev.singleton.it;

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
import org.jspecify.annotations.Nullable;

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
    private final List<Hosting> hostings = new ArrayList<>();
    private final TreeSet<Long> upsets = new TreeSet<>();
    private final Map<String, Hosting> hosting = new HashMap<>();

    /** @param events in the order of time */
    Lives(String key, List<Event> events) {
        for (Event event : events) {
            switch (event.kind()) {
                case FAULT -> fault(event);
                case READY -> began.put(event.life(), event.nanos());
                case GONE -> gone(event);
                case VIEW -> view(event);
                default -> {
                    if (!event.fields().isEmpty() && event.field(0).equals(key)) {
                        instance(event);
                    }
                }
            }
        }
        hostings.addAll(hosting.values());
        hostings.sort((one, other) -> Long.compare(one.from(), other.from()));
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

    private void gone(Event event) {
        gone.put(event.life(), event.nanos());
        Hosting last = hosting.remove(event.life());
        if (last != null) {
            hostings.add(
                    new Hosting(last.life(), last.token(), last.from(), event.nanos(), event.nanos(), Hosting.KILLED));
        }
    }

    private void instance(Event event) {
        Hosting last = hosting.get(event.life());
        switch (event.kind()) {
            case STARTED -> {
                if (last != null) {
                    hostings.add(last);
                }
                hosting.put(event.life(), begun(event));
            }
            case STOPPING -> {
                if (last != null) {
                    hosting.put(
                            event.life(),
                            new Hosting(
                                    last.life(),
                                    last.token(),
                                    last.from(),
                                    event.nanos(),
                                    Long.MAX_VALUE,
                                    event.field(1)));
                }
            }
            case STOPPED -> stopped(event, hosting.remove(event.life()));
            case LEASE_LOST -> upsets.add(event.nanos());
            default -> {
                // Says nothing of lives.
            }
        }
    }

    private static Hosting begun(Event event) {
        OptionalLong token = event.field(2).isEmpty() ? OptionalLong.empty() : OptionalLong.of(event.number(2));
        return new Hosting(event.life(), token, event.nanos(), Long.MAX_VALUE, Long.MAX_VALUE, "");
    }

    private void stopped(Event event, @Nullable Hosting last) {
        if (last != null) {
            Hosting ended =
                    new Hosting(last.life(), last.token(), last.from(), last.stopping(), event.nanos(), last.reason());
            hostings.add(ended);
            if (ended.sentOnward()) {
                upsets.add(ended.stopping());
            }
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
    List<Hosting> hostings() {
        return List.copyOf(hostings);
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
