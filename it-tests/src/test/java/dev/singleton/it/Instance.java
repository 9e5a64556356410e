package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One instance of a singleton on a time line.
 *
 * @param token its fencing token, if it had one
 * @param from when it started, by {@link System#nanoTime()}
 * @param to when its {@code postStop} ended or its JVM was killed; {@link Long#MAX_VALUE} when it still lives
 */
record Instance(String life, Optional<Long> token, long from, long to) {

    /** All of this singleton, in the order of their starts. */
    static List<Instance> of(Census census) {
        List<Instance> all = new ArrayList<>();
        Map<String, List<Integer>> open = new HashMap<>();
        for (Event event : census.events()) {
            List<Integer> here = open.computeIfAbsent(event.life(), life -> new ArrayList<>());
            if (event.is(Kind.STARTED, census.key())) {
                here.add(all.size());
                Optional<Long> token = Optional.of(event.field(2))
                        .filter(text -> !text.isEmpty())
                        .map(Long::parseLong);
                all.add(new Instance(event.life(), token, event.nanos(), Long.MAX_VALUE));
            } else if (event.is(Kind.STOPPED, census.key()) && !here.isEmpty()) {
                int which = here.remove(0);
                all.set(which, all.get(which).until(event.nanos()));
            } else if (event.kind() == Kind.GONE) {
                here.forEach(which -> all.set(which, all.get(which).until(event.nanos())));
                here.clear();
            }
        }
        return List.copyOf(all);
    }

    private Instance until(long end) {
        return new Instance(life, token, from, end);
    }

    boolean livesAt(long nanos) {
        return from <= nanos && nanos < to;
    }

    boolean overlaps(Instance other) {
        return from < other.to && other.from < to;
    }
}
