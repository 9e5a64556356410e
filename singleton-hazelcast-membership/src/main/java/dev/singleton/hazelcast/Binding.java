package dev.singleton.hazelcast;

import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.operationservice.Operation;
import dev.singleton.SingletonException;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ties the one singleton node of a Hazelcast instance to it: operations that arrive find it in the instance's user
 * context. That needs no preparation of the instance, and leaves nothing behind when the node is closed.
 */
final class Binding {

    private static final String LIFE = "dev.singleton.life";
    private static final String KEY = "dev.singleton.node";

    private final Engine engine;
    private final HazelcastTransport transport;
    private final HazelcastMembership membership;

    private Binding(Engine engine, Bounds bounds, Consumer<MemberEnd> ended) {
        this.engine = engine;
        Counters counters = new Counters();
        this.membership = new HazelcastMembership(engine, bounds, this::membersChanged, this::left, ended);
        this.transport = new HazelcastTransport(
                engine, membership::view, counters, () -> membership.gone(MemberEnd.NOT_RUNNING), this::unbind);
    }

    /**
     * Takes the one place for a node on an instance.
     *
     * @param ended told once, when the instance has ended while the node was on it; returns at once
     * @throws SingletonException when the instance already has a node
     * @throws dev.singleton.SingletonConfigurationException when Hazelcast cannot see this library's classes
     */
    static Binding bind(Engine engine, Bounds bounds, Consumer<MemberEnd> ended) {
        ClassSight.check(engine.nodeEngine(), engine.name());
        Binding binding = new Binding(engine, bounds, ended);
        ConcurrentMap<String, Object> context = engine.userContext();
        if (context.putIfAbsent(KEY, binding) != null) {
            throw new SingletonException("The HazelcastInstance '" + engine.name() + "' already runs a singleton node:"
                    + " there is one per instance; use that one, or close it first");
        }
        return binding;
    }

    /** The node that frames for this member are for; null when it runs none, or another copy of this library does. */
    static @Nullable Binding of(NodeEngine nodeEngine) {
        Object bound = nodeEngine.getHazelcastInstance().getUserContext().get(KEY);
        return bound instanceof Binding binding ? binding : null;
    }

    /** Who sent an operation, as the handshake of its connection says; null for a local run. */
    static @Nullable UUID senderOf(Operation operation) {
        return operation.getConnection() == null
                ? null
                : operation.getConnection().getRemoteUuid();
    }

    HazelcastTransport transport() {
        return transport;
    }

    HazelcastMembership membership() {
        return membership;
    }

    private void membersChanged() {
        transport.forgetDeparted();
    }

    /** The node has left, the member is still there: what comes now goes back to its senders, and none of it is lost. */
    private void left() {
        transport.close();
    }

    private void unbind() {
        engine.userContext().remove(KEY, this);
    }

    /** The time, or one more than the last life: a clock that was set back must not make a redeployed node an old one. */
    long nextLife() {
        return (Long) engine.userContext()
                .merge(LIFE, System.currentTimeMillis(), (last, now) -> Math.max((Long) last + 1, (Long) now));
    }
}
