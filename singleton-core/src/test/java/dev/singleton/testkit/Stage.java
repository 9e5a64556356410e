package dev.singleton.testkit;

import static dev.singleton.testkit.Eventually.eventually;

import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.node.NodeBuilder;
import dev.singleton.node.SingletonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A cluster on which one singleton plays, with the oracles that every story needs. */
public final class Stage implements AutoCloseable {

    /** The singleton of the stage. */
    public static final SingletonKey<String> KEY = SingletonKey.of("greeter", String.class);

    public final MemoryCluster cluster = new MemoryCluster();
    public final Census census = new Census();
    public final Script script = new Script();
    public final LogBook log = new LogBook();
    private final List<String> handled = new ArrayList<>();
    private final Map<Integer, EventLog> events = new ConcurrentHashMap<>();
    private SingletonOptions options = SingletonOptions.defaults();

    /** The settings of nodes that join from now on. */
    public Stage with(UnaryOperator<SingletonOptions.Builder> change) {
        options = change.apply(options.toBuilder()).build();
        return this;
    }

    public SingletonOptions options() {
        return options;
    }

    /** The nodes join and start the singleton, one after the other. */
    public Stage join(int... numbers) {
        for (int number : numbers) {
            joinWith(number, builder -> builder);
            start(number);
        }
        return this;
    }

    public SingletonNode joinWith(int number, UnaryOperator<NodeBuilder> setUp) {
        census.revived(number);
        SingletonNode node = cluster.join(number, setUp);
        events.put(number, new EventLog(node));
        return node;
    }

    public Proxy<String> start(int number) {
        return node(number).start(KEY, actor(number), options);
    }

    /** The supplier of the recording actor for a node. */
    public Supplier<SingletonActor<String>> actor(int number) {
        return () -> new Recorder(number);
    }

    public SingletonNode node(int number) {
        return cluster.node(number);
    }

    public Proxy<String> proxy(int number) {
        return node(number).ref(KEY);
    }

    public EventLog events(int number) {
        return events.get(number);
    }

    public void kill(int number) {
        census.killed(number);
        cluster.kill(number);
    }

    /** The node hosts, by its own word, and all of these others know it. */
    public Stage awaitHost(int host, int... others) {
        eventually(host + " hosts", () -> proxy(host).locallyOwned());
        for (int other : others) {
            eventually(
                    other + " sees that " + host + " hosts",
                    () -> proxy(other).owner().filter(node(host).self()::equals).isPresent());
        }
        return this;
    }

    /** What the instances handled, in order. */
    public List<String> handled() {
        synchronized (handled) {
            return List.copyOf(handled);
        }
    }

    public void awaitHandled(String message) {
        eventually(
                message + " is handled; so far " + handled().size(),
                () -> handled().contains(message));
    }

    public String ask(int number, String message) {
        return reply(proxy(number).ask(message, String.class));
    }

    /** The outcome of a stage; its failure is thrown. */
    public static <T> T reply(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new CompletionException(failed.getCause());
        } catch (TimeoutException late) {
            throw new AssertionError("It hangs: " + stage, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } finally {
            log.close();
        }
    }

    private final class Recorder implements SingletonActor<String> {
        private final int node;
        private String name = "";

        Recorder(int node) {
            this.node = node;
            script.construct.accept(node);
        }

        @Override
        public void preStart(SingletonContext<String> context) throws Exception {
            name = census.born(node);
            try {
                script.preStart.play(node, context);
            } catch (Exception failed) {
                census.gone(node, name);
                throw failed;
            }
        }

        @Override
        public void receive(String message, SingletonContext<String> context) throws Exception {
            if (census.counts(node)) {
                synchronized (handled) {
                    handled.add(message);
                }
            }
            script.receive.play(node, message, context);
        }

        @Override
        public void postStop(SingletonContext<String> context) throws Exception {
            try {
                script.postStop.play(node, context);
            } finally {
                census.gone(node, name);
            }
        }
    }
}
