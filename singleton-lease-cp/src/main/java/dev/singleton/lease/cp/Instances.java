package dev.singleton.lease.cp;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import dev.singleton.NodeId;
import dev.singleton.SingletonConfigurationException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Finds the Hazelcast instance of a node. */
final class Instances {

    private static final Duration BOUND = Duration.ofSeconds(5);

    private Instances() {}

    /** Whether the instance runs, and is the member with this UUID. */
    static boolean is(HazelcastInstance hz, NodeId node) {
        try {
            return hz.getCluster().getLocalMember().getUuid().equals(node.uuid());
        } catch (HazelcastInstanceNotActiveException stopped) {
            return false;
        }
    }

    /**
     * Looks among all instances of this class loader. Answers at once, unless another one is just starting: Hazelcast
     * waits for it, and we do for 5 s.
     *
     * @throws SingletonConfigurationException when there is none
     */
    static HazelcastInstance find(NodeId node) {
        CompletableFuture<Set<HazelcastInstance>> all = new CompletableFuture<>();
        // A thread of its own, because Hazelcast's wait has no bound; it ends when the other instance has started.
        CpNode.daemons("singleton-lease-cp-find")
                .newThread(() -> {
                    try {
                        boolean unusedFirst = all.complete(Hazelcast.getAllHazelcastInstances());
                    } catch (IllegalStateException startFailed) {
                        boolean unusedFirst = all.completeExceptionally(startFailed);
                    }
                })
                .start();
        try {
            return all.get(BOUND.toSeconds(), TimeUnit.SECONDS).stream()
                    .filter(hz -> is(hz, node))
                    .findFirst()
                    .orElseThrow(() -> unknown(node, "", null));
        } catch (TimeoutException starting) {
            throw unknown(node, " within " + BOUND + ", because another instance is still starting", starting);
        } catch (ExecutionException startFailed) {
            throw unknown(node, ", because the start of another one failed just now", startFailed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unknown(node, ", because the thread was interrupted", interrupted);
        }
    }

    private static SingletonConfigurationException unknown(NodeId node, String why, @Nullable Exception cause) {
        String text = "lease = cp: no running Hazelcast instance of the member " + node + " was found in this JVM" + why
                + ". Give it to the provider: new CpLeaseProvider(settings, instance)";
        return cause == null
                ? new SingletonConfigurationException(text)
                : new SingletonConfigurationException(text, cause);
    }
}
