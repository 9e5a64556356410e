package dev.singleton.manager;

import dev.singleton.NodeId;
import java.util.ArrayList;
import java.util.List;

/**
 * What a manager has of its lease. Kept by every state, for an answer of the arbiter may come in any: at most one attempt
 * and one release are under way at a time, and a new attempt waits until both are answered.
 */
sealed interface Claim {

    /** The number of the last attempt; none is used twice. */
    long attempt();

    /** Whether the arbiter has nothing of ours, and nothing is under way. */
    default boolean idle() {
        return false;
    }

    /** Not held; nothing is under way. */
    record Free(long attempt) implements Claim {
        @Override
        public boolean idle() {
            return true;
        }
    }

    /**
     * Asked for.
     *
     * @param hint whether the lease may have become free after the arbiter looked
     */
    record Asking(long attempt, Hint hint) implements Claim {}

    /** That the lease may be free now. */
    enum Hint {
        NONE,
        /** Just come: who waits at the arbiter looks again. */
        FRESH,
        /** Passed on: a refusal that crossed it says nothing, and is answered by asking at once. */
        PASSED_ON
    }

    /** Refused; asked for again when the timer fires. */
    record Waiting(long attempt) implements Claim {
        @Override
        public boolean idle() {
            return true;
        }
    }

    record Held(long attempt, long token) implements Claim {}

    /**
     * Being given back.
     *
     * @param answerDue the attempt that was given up is not answered yet
     * @param releaseDue the release is not answered yet
     * @param promised who was told meanwhile that nothing runs here: they hear it again when the lease is free
     */
    record Releasing(long attempt, boolean answerDue, boolean releaseDue, List<Promise> promised) implements Claim {
        public Releasing {
            promised = List.copyOf(promised);
        }

        Releasing with(List<Promise> more) {
            List<Promise> all = new ArrayList<>(promised);
            for (Promise promise : more) {
                all.removeIf(earlier -> earlier.to().equals(promise.to()));
                all.add(promise);
            }
            return new Releasing(attempt, answerDue, releaseDue, all);
        }
    }

    /** A confirmation that was given. */
    record Promise(NodeId to, long round) {}
}
