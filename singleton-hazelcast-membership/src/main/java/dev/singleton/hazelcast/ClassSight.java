package dev.singleton.hazelcast;

import com.hazelcast.internal.nio.ClassLoaderUtil;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import dev.singleton.SingletonConfigurationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Whether Hazelcast, when a frame arrives, finds the very classes of this copy of the library. */
final class ClassSight {

    private static final long PATIENCE_SECONDS = 10;

    private ClassSight() {}

    /** @throws SingletonConfigurationException when it does not: every frame would fail on arrival */
    static void check(NodeEngine nodeEngine, String instance) {
        ClassLoader configured = nodeEngine.getConfigClassLoader();
        if (sees(configured == null ? ClassLoaderUtil.class.getClassLoader() : configured)
                || sees(contextOfPartitionThread(nodeEngine))) {
            return;
        }
        throw new SingletonConfigurationException("The HazelcastInstance '" + instance
                + "' does not find dev.singleton.hazelcast, so it could not read the frames of other members. Its class"
                + " loader is " + configured + ": before it starts, prepare its Config with"
                + " HazelcastSingletons.configure, or set the application's class loader with Config.setClassLoader");
    }

    /** Without a configured class loader, Hazelcast's threads look where whoever started the instance looked. */
    private static @Nullable ClassLoader contextOfPartitionThread(NodeEngine nodeEngine) {
        CompletableFuture<@Nullable ClassLoader> found = new CompletableFuture<>();
        nodeEngine.getOperationService().execute(new PartitionSpecificRunnable() {
            @Override
            public int getPartitionId() {
                return Engine.streamOf(nodeEngine);
            }

            @Override
            public void run() {
                found.complete(Thread.currentThread().getContextClassLoader());
            }
        });
        try {
            return found.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException busy) {
            return null;
        }
    }

    private static boolean sees(@Nullable ClassLoader loader) {
        try {
            return loader != null && loader.loadClass(FrameOperation.class.getName()) == FrameOperation.class;
        } catch (ClassNotFoundException unseen) {
            return false;
        }
    }
}
