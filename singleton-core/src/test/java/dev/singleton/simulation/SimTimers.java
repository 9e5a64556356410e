package dev.singleton.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The timers of one node. One that was cancelled or replaced may fire all the same: now and then it does. */
final class SimTimers {

    private final SimNode node;
    private final Map<String, Long> armed = new HashMap<>();
    private long arming;

    SimTimers(SimNode node) {
        this.node = node;
    }

    void arm(String name, Duration delay, Runnable action) {
        long mine = ++arming;
        armed.put(name, mine);
        node.later(node.member.trueTime(delay.toMillis()), () -> {
            if (armed.getOrDefault(name, 0L) == mine || node.world.fault(0.05)) {
                action.run();
            }
        });
    }

    void cancel(String name) {
        armed.remove(name);
    }
}
