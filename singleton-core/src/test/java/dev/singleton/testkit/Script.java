package dev.singleton.testkit;

import dev.singleton.SingletonContext;
import java.util.function.IntConsumer;

/** What the recording actor of a {@link Stage} does beyond recording; every part may be changed while it runs. */
public final class Script {

    /** Part of an actor's life. */
    @FunctionalInterface
    public interface Part {
        void play(int node, SingletonContext<String> context) throws Exception;
    }

    /** The handling of a message. */
    @FunctionalInterface
    public interface Scene {
        void play(int node, String message, SingletonContext<String> context) throws Exception;
    }

    public volatile IntConsumer construct = node -> {};
    public volatile Part preStart = (node, context) -> {};
    public volatile Scene receive = (node, message, context) -> {
        if (context.expectsReply()) {
            context.reply(message + " on " + node);
        }
    };
    public volatile Part postStop = (node, context) -> {};
}
