package dev.singleton.manager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The answer of a state to an event: the next state, and what is to be done, in this order. */
public record Step(ManagerState next, List<Effect> effects) {

    public Step {
        effects = List.copyOf(effects);
    }

    static Step of(ManagerState next, Effect... effects) {
        return new Step(next, Arrays.asList(effects));
    }

    /** The same step with these effects done first. */
    Step after(List<? extends Effect> earlier) {
        List<Effect> all = new ArrayList<>(earlier);
        all.addAll(effects);
        return new Step(next, all);
    }

    /** The same step with these effects done last. */
    Step and(Effect... later) {
        List<Effect> all = new ArrayList<>(effects);
        all.addAll(Arrays.asList(later));
        return new Step(next, all);
    }

    Step after(Effect... earlier) {
        return after(Arrays.asList(earlier));
    }
}
