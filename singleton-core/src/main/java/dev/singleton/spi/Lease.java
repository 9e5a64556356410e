package dev.singleton.spi;

import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** The right to host one singleton, as an arbiter grants it. No method blocks; stages may complete on any thread. */
public interface Lease {

    /** Asks for the lease once; the stage completes within the provider's operation time-out and does not fail. */
    CompletionStage<Acquisition> acquire();

    /** Gives the lease back; fails when the arbiter may not have seen it. Renewal stops all the same. */
    CompletionStage<Void> release();

    /** Until when the lease surely lasts, in {@link System#nanoTime()}; empty while it is not held. */
    OptionalLong validUntil();

    /** The answer to {@link #acquire()}. */
    sealed interface Acquisition {
        /** Held from now on. The token is larger than that of every earlier holder. */
        record Granted(long fencingToken) implements Acquisition {}

        /** Somebody else holds it. */
        record Held(String holder) implements Acquisition {}

        /** The arbiter could not be asked. */
        record Failed(Throwable cause) implements Acquisition {}
    }

    /** Told of a loss, once for each; never after a release. */
    @FunctionalInterface
    interface Listener {
        void lost(String reason);
    }
}
