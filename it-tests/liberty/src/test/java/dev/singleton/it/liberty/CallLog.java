package dev.singleton.it.liberty;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who came by on the way to the actor, in this order. */
@ApplicationScoped
public class CallLog {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** Somebody came by. */
    public void add(String call) {
        calls.add(call);
    }

    /** All that came by. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** Forgets. */
    public void forget() {
        calls.clear();
    }
}
