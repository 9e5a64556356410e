package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A store in the observer's JVM that takes no write with a smaller fencing token than it has seen. Nodes write into it
 * through their pipes, so that it is within reach of each of them whatever becomes of the network, and a node that stands
 * still keeps nobody from it. Safe for threads: writes come one after the other, and are on the time line in that order.
 */
final class GuardedStore {

    private final TimeLine timeLine;
    private final Map<String, Long> highest = new HashMap<>();

    GuardedStore(TimeLine timeLine) {
        this.timeLine = timeLine;
    }

    /**
     * Takes a write, or refuses it; either is noted.
     *
     * @param request a {@link Kind#WRITE}
     */
    synchronized boolean write(Event request) {
        String key = request.field(1);
        long token = request.number(4);
        long seen = Optional.ofNullable(highest.get(key)).orElse(Long.MIN_VALUE);
        boolean taken = token >= seen;
        highest.put(key, Math.max(seen, token));
        timeLine.add(new Event(
                System.nanoTime(),
                request.life(),
                taken ? Kind.WRITTEN : Kind.REFUSED,
                List.copyOf(request.fields().subList(1, 5))));
        return taken;
    }
}
