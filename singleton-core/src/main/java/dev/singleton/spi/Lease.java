package dev.singleton.spi;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * The right to host one singleton, as an arbiter grants it to one node. Held by at most one node at a time, as long as
 * clocks run at rates that differ by no more than the provider states.
 *
 * <p>No method blocks; stages complete on any thread of the provider's, and callers do not block them. The caller asks for
 * at most one thing at a time: it calls {@link #acquire()} again only when the last attempt has been answered and
 * the last {@link #release()} is complete.
 */
public interface Lease extends AutoCloseable {

    /**
     * Asks for the lease. A provider may wait for it while another node holds it, as long as that node can go on holding
     * it without a sign of life; the stage completes within a bound that the provider states, and never exceptionally.
     * From {@link Acquisition.Granted} on the provider renews the lease by itself, as long as {@link
     * Listener#lastProgress()} shows that the node is alive.
     */
    CompletionStage<Acquisition> acquire();

    /**
     * Something happened after which the lease may be free. An attempt that waits asks the arbiter at once, and not at its
     * next turn; without one, nothing happens. A provider that is told by its arbiter need not do anything.
     */
    default void lookAgain() {}

    /**
     * Gives the lease back, or gives up the attempt that is under way: that one is then not granted, and a grant that
     * still comes is given back. Does nothing when nothing is held. Renewal stops at once and whatever the outcome is.
     *
     * @return fails when the arbiter may not have seen it; then others get the lease when it has run out there
     */
    CompletionStage<Void> release();

    /**
     * Within which time {@link #acquire()} and {@link #release()} are answered. A node that gets no answer by then goes on
     * without, and gives up the attempt.
     */
    default Duration longestAnswer() {
        return Duration.ofMinutes(1);
    }

    /**
     * Until when the lease surely lasts, in {@link System#nanoTime()}: counted from the moment at which the last
     * confirmed sign of life was <em>sent</em>, less a margin. Empty while it is not held.
     */
    OptionalLong validUntil();

    /** Whether leases can be had at the moment. Reads local state and answers at once. */
    default Condition condition() {
        return Condition.USABLE;
    }

    /**
     * The node will not use it any more. When it is still held, because an instance could not be stopped, it is renewed no
     * longer and runs out.
     */
    @Override
    default void close() {}

    /** The answer to {@link #acquire()}. */
    sealed interface Acquisition {
        /** Held from now on. The token is larger than that of every earlier holder, for ever. */
        record Granted(long fencingToken) implements Acquisition {}

        /** Somebody else holds it; the text names the holder as well as the provider can. */
        record Held(String holder) implements Acquisition {}

        /** The arbiter could not be asked, or did not answer in time; a late grant is given back by the provider. */
        record Failed(Throwable cause) implements Acquisition {}
    }

    /**
     * Whether leases can be had.
     *
     * @param usable false: no lease is granted here until it changes; one that is held goes on until it has run out
     * @param text what is in force, or what is wrong and its mend; shown by health checks; may be empty
     */
    record Condition(boolean usable, String text) {
        /** Nothing to report. */
        public static final Condition USABLE = new Condition(true, "");
    }

    /** What the node offers to the provider. Any thread; no method blocks. */
    @FunctionalInterface
    interface Listener {
        /**
         * The lease is no longer held: taken away, not renewed, or run out by the local clock. Told once for each loss,
         * never after a release, and only after {@link Lease#validUntil()} has become empty or has passed. The provider
         * gives back what the arbiter may still keep for this node, though not before the lease would have run out there
         * or it is asked for again.
         */
        void lost(String reason);

        /**
         * When the node last showed that it makes progress, in {@link System#nanoTime()}; about twice a second while it
         * is healthy. A provider does not renew the lease of a node that stands still, so that it runs out.
         */
        default long lastProgress() {
            return System.nanoTime();
        }
    }
}
