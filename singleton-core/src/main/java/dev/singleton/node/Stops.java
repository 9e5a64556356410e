package dev.singleton.node;

import dev.singleton.SingletonStatus.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Who waits for {@code stop} to come to its end. */
final class Stops {

    private final Workers workers;
    private final List<CompletableFuture<@Nullable Void>> waiting = new ArrayList<>();

    Stops(Workers workers) {
        this.workers = workers;
    }

    /** Called on the control thread, after the stop was posted there. */
    synchronized void add(CompletableFuture<@Nullable Void> stop) {
        waiting.add(stop);
    }

    /** A start after a stop ends the wait too: the instance of before is gone when anything but a stop is under way. */
    synchronized void look(State state) {
        if (state != State.STOPPING && state != State.STARTING && state != State.HOSTING) {
            waiting.forEach(stop -> workers.execute(() -> stop.complete(null)));
            waiting.clear();
        }
    }
}
