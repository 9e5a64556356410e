package dev.singleton.hazelcast;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.HazelcastInstanceImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.ServerConnectionManager;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.NodeEngineImpl;
import com.hazelcast.spi.impl.operationservice.Operation;
import com.hazelcast.spi.impl.operationservice.impl.OutboundOperationHandler;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** What this module needs of Hazelcast's inside, in one place, so that a new version is checked here. Any thread. */
final class Engine {

    /** A receiver that just learns of us answers "not a member" for a moment; 100 tries of 50 ms bridge that. */
    private static final int KNOCK_TRIES = 100;

    private static final int KNOCK_PAUSE_MILLIS = 50;
    private static final int KNOCK_TIMEOUT_MILLIS = 5_000;

    private final HazelcastInstanceImpl instance;
    private final Node node;
    private final NodeEngineImpl nodeEngine;
    private final OutboundOperationHandler outbound;
    private final int stream;

    private Engine(HazelcastInstanceImpl instance) {
        this.instance = instance;
        this.node = instance.node;
        this.nodeEngine = node.getNodeEngine();
        this.outbound =
                new OutboundOperationHandler(node, (InternalSerializationService) nodeEngine.getSerializationService());
        this.stream = streamOf(nodeEngine);
    }

    /**
     * Finds the inside of an instance, also behind a container's proxy.
     *
     * @throws SingletonConfigurationException when it is not a member (a client), or not of this class loader
     * @throws SingletonException when it is not running
     */
    static Engine of(HazelcastInstance hz) {
        try {
            HazelcastInstanceImpl inside = inside(hz);
            if (inside == null) {
                HazelcastInstance behindProxy = Hazelcast.getHazelcastInstanceByName(hz.getName());
                inside = behindProxy == null ? null : inside(behindProxy);
            }
            if (inside == null) {
                throw new SingletonConfigurationException("The HazelcastInstance '" + hz.getName() + "' ("
                        + hz.getClass().getName() + ") is not a member of a cluster in this JVM: give an embedded"
                        + " member, as Hazelcast.newHazelcastInstance makes it, not a client");
            }
            if (!inside.getLifecycleService().isRunning()) {
                throw new HazelcastInstanceNotActiveException();
            }
            return new Engine(inside);
        } catch (HazelcastInstanceNotActiveException shutDown) {
            throw new SingletonException(
                    "The HazelcastInstance is not running: build the singletons on one that runs", shutDown);
        }
    }

    private static @Nullable HazelcastInstanceImpl inside(HazelcastInstance hz) {
        if (hz instanceof HazelcastInstanceImpl impl) {
            return impl;
        }
        return hz instanceof HazelcastInstanceProxy proxy ? proxy.getOriginal() : null;
    }

    /**
     * The partition whose thread runs this member's frames on the other side: always the same one, for that keeps them
     * in order; one for each sender, so that not all senders share one thread.
     */
    static int streamOf(NodeEngine nodeEngine) {
        int partitions = nodeEngine.getPartitionService().getPartitionCount();
        return Math.floorMod(nodeEngine.getThisAddress().hashCode(), partitions);
    }

    String name() {
        return instance.getName();
    }

    HazelcastInstance instance() {
        return instance;
    }

    NodeEngineImpl nodeEngine() {
        return nodeEngine;
    }

    ConcurrentMap<String, Object> userContext() {
        return instance.getUserContext();
    }

    boolean running() {
        return node.isRunning();
    }

    boolean joined() {
        return node.isRunning() && nodeEngine.getClusterService().isJoined();
    }

    Member self() {
        return nodeEngine.getLocalMember();
    }

    /** The members, oldest first; one immutable set for each version of the list. */
    Set<Member> members() {
        return nodeEngine.getClusterService().getMembers();
    }

    @Nullable
    Member member(UUID uuid) {
        return nodeEngine.getClusterService().getMember(uuid);
    }

    /**
     * Puts a frame on the existing connection to that very member. Never on another: Hazelcast's own sending retries
     * without a connection, later, and so out of order.
     *
     * @return whether there was a connection; no promise that the frame arrives
     */
    boolean write(byte[] frame, UUID uuid, Address address) {
        ServerConnectionManager manager = node.getServer().getConnectionManager(EndpointQualifier.MEMBER);
        ServerConnection connection = manager.get(address, stream);
        return connection != null
                && uuid.equals(connection.getRemoteUuid())
                && outbound.send(new FrameOperation(frame, stream), connection);
    }

    /** Asks a member whether it understands us, connecting first where needed. Does not block. */
    CompletableFuture<Object> knock(Address address) {
        return nodeEngine
                .getOperationService()
                .createInvocationBuilder(null, new KnockOperation(stream), address)
                .setTryCount(KNOCK_TRIES)
                .setTryPauseMillis(KNOCK_PAUSE_MILLIS)
                .setCallTimeout(KNOCK_TIMEOUT_MILLIS)
                .setAsync()
                .invoke();
    }

    /** Answers on the connection that an operation came by. */
    static void answer(Operation cause, Operation answer) {
        ServerConnection connection = cause.getConnection();
        if (connection != null) {
            cause.getNodeEngine().getOperationService().send(answer, connection.getRemoteAddress());
        }
    }

    @Override
    public String toString() {
        return name() + " at " + nodeEngine.getThisAddress();
    }
}
