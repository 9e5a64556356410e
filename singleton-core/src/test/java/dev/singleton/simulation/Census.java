package dev.singleton.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The live instances of each singleton: from before construction until after {@code postStop}. */
final class Census {

    private final World world;
    private final Map<String, List<SimInstance>> live = new HashMap<>();
    private final Map<String, Integer> peaks = new HashMap<>();

    Census(World world) {
        this.world = world;
    }

    List<SimInstance> live(String key) {
        return live.computeIfAbsent(key, name -> new ArrayList<>());
    }

    void began(SimInstance instance) {
        world.trace.add(instance.toString(), "begins", "");
        List<SimInstance> others = live(instance.key());
        for (SimInstance other : others) {
            world.judge.overlap(instance, other);
        }
        others.add(instance);
        peaks.merge(instance.key(), others.size(), Math::max);
    }

    void ended(SimInstance instance) {
        world.trace.add(instance.toString(), "ends", "");
        live(instance.key()).remove(instance);
    }

    /** The most that were ever live at once. */
    int peak(String key) {
        return peaks.getOrDefault(key, 0);
    }
}
