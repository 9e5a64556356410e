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

    /** In these states there is no instance whose end could be waited for. */
    void look(State state) {
        if (state != State.STOPPING && state != State.STARTING && state != State.HOSTING) {
            complete();
        }
    }

    /** The instance of before is gone; after a start in the same breath the next one may be on its way already. */
    void instanceEnded() {
        complete();
    }

    private synchronized void complete() {
        waiting.forEach(stop -> workers.execute(() -> stop.complete(null)));
        waiting.clear();
    }
}
