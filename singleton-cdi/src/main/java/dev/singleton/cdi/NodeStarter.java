package dev.singleton.cdi;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.SingletonActor;
import dev.singleton.spi.LeaseProvider;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Starts and ends the node where there is a build compatible extension only, which lives no longer than the build. No
 * annotation on it makes a bean of it in a full container; there the extension does this itself.
 */
@Singleton
class NodeStarter {

    private final Instance<NodeLifeCycle> lifeCycles;
    private @Nullable NodeLifeCycle lifeCycle;

    /**
     * Called by the container.
     *
     * @param unusedRequests like the three after it, it tells a container that leaves out beans which nobody injects that
     *     these are looked up
     */
    @Inject
    NodeStarter(
            Instance<NodeLifeCycle> lifeCycles,
            Instance<RequestContextController> unusedRequests,
            @Any Instance<SingletonActor<?>> unusedActors,
            @Any Instance<LeaseProvider> unusedProviders,
            @Any Instance<HazelcastInstance> unusedInstances) {
        this.lifeCycles = lifeCycles;
    }

    /** After all other observers, and with the settings checked before the node joins. */
    void start(@Observes @Priority(SingletonExtension.LAST) Startup event) {
        NodeLifeCycle made = lifeCycles.get();
        // At once: a handle that was made before may have built the node, and what follows may fail.
        lifeCycle = made;
        made.start();
    }

    void leave(@Observes @Priority(SingletonExtension.FIRST) Shutdown event) {
        close();
    }

    /** Not every container tells of its shutdown. */
    void leave(@Observes @Priority(SingletonExtension.FIRST) @BeforeDestroyed(ApplicationScoped.class) Object event) {
        close();
    }

    private void close() {
        if (lifeCycle != null) {
            lifeCycle.close();
        }
    }
}
