package dev.singleton;

/**
 * The object that is alive on one node: what an application writes.
 *
 * <p>All methods of one instance are called one after the other, never two at once, each call seeing what the last one
 * wrote; the thread may differ from call to call. They may block; nothing else of the library waits for them but the
 * messages behind.
 *
 * @param <M> the type of the messages
 */
public interface SingletonActor<M> {

    /**
     * Handles one message. An exception fails the {@code ask} that brought the message, if any, and is answered by the
     * supervision strategy: restart (the default), resume or stop.
     */
    void receive(M message, SingletonContext<M> context) throws Exception;

    /**
     * Runs once before the first message. An exception is an activation failure: another attempt follows after 1 s, and
     * the pause doubles up to 30 s.
     */
    default void preStart(SingletonContext<M> context) throws Exception {}

    /**
     * Runs once after the last message, on every stop that the node lives to see; {@link
     * SingletonContext#stopReason()} says why. No other node starts an instance before it has returned, for as long as this
     * node is there to say that it has not; a node that leaves waits within the bound of {@link ClusterSingletons#close}.
     */
    default void postStop(SingletonContext<M> context) throws Exception {}
}
