package dev.singleton;

import org.jspecify.annotations.Nullable;

/**
 * A second interface of an actor whose state travels with it in a planned move.
 *
 * <p>The state is a courtesy, not a store: the successor starts cold when the predecessor crashed, when the state is
 * larger than {@code max-hand-over-state-bytes}, or when either method throws. What must survive belongs into a
 * database.
 */
public interface WarmHandOver {

    /** The state, called once after {@code postStop} of a planned stop; null or empty hands nothing over. */
    byte @Nullable [] serializeForHandOver() throws Exception;

    /** Takes the predecessor's state, after construction and before {@code preStart}. */
    void restoreFromHandOver(byte[] state) throws Exception;
}
