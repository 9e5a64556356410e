package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One instance of a singleton on a time line, as its node reported it.
 *
 * @param life of the node
 * @param token its fencing token, if it had one
 * @param from when it started, by {@link System#nanoTime()}
 * @param stopping when {@code postStop} began, or the JVM ended; {@link Long#MAX_VALUE} while neither has happened
 * @param to when {@code postStop} had returned, or the JVM ended; {@link Long#MAX_VALUE} when it still lives
 * @param reason of the stop; {@link #KILLED} when the JVM ended, and empty while it runs
 */
record Instance(String life, Optional<Long> token, long from, long stopping, long to, String reason) {

    static final String KILLED = "killed";

    /** All of this singleton, in the order of their starts. */
    static List<Instance> of(String key, List<Event> events) {
        List<Instance> all = new ArrayList<>();
        Map<String, List<Integer>> open = new HashMap<>();
        for (Event event : events) {
            List<Integer> here = open.computeIfAbsent(event.life(), life -> new ArrayList<>());
            if (event.is(Kind.STARTED, key)) {
                here.add(all.size());
                all.add(begun(event));
            } else if (event.is(Kind.STOPPING, key) && !here.isEmpty()) {
                all.set(here.get(0), all.get(here.get(0)).stopping(event));
            } else if (event.is(Kind.STOPPED, key) && !here.isEmpty()) {
                int which = here.remove(0);
                all.set(which, all.get(which).stopped(event));
            } else if (event.kind() == Kind.GONE) {
                here.forEach(which -> all.set(which, all.get(which).killed(event)));
                here.clear();
            }
        }
        return List.copyOf(all);
    }

    private static Instance begun(Event event) {
        Optional<Long> token =
                Optional.of(event.field(2)).filter(text -> !text.isEmpty()).map(Long::parseLong);
        return new Instance(event.life(), token, event.nanos(), Long.MAX_VALUE, Long.MAX_VALUE, "");
    }

    private Instance stopping(Event event) {
        return new Instance(life, token, from, event.nanos(), to, event.field(1));
    }

    private Instance stopped(Event event) {
        return new Instance(life, token, from, Math.min(stopping, event.nanos()), event.nanos(), reason);
    }

    private Instance killed(Event event) {
        return new Instance(life, token, from, Math.min(stopping, event.nanos()), event.nanos(), KILLED);
    }

    /** The node, whichever of its lives. */
    String node() {
        return Lives.node(life);
    }

    boolean livesAt(long nanos) {
        return from <= nanos && nanos < to;
    }

    boolean overlaps(Instance other) {
        return from < other.to && other.from < to;
    }

    /** Whether what waited in its mailbox went on to another host, in which case the order is not promised. */
    boolean sentOnward() {
        return reason.equals("LEASE_LOST") || reason.equals("QUORUM_LOST") || reason.equals("MERGE");
    }
}
