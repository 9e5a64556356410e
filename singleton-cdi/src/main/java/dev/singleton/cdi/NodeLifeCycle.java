package dev.singleton.cdi;

import dev.singleton.Proxy;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonUnavailableException;
import dev.singleton.node.SingletonNode;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The node of one application, from its first use to the end of the application. It is built when the application
 * starts, or before that when somebody asks for a handle; it hosts nothing until {@link #start()}. Safe for any thread.
 */
final class NodeLifeCycle {

    private static final Logger LOG = System.getLogger(NodeLifeCycle.class.getName());

    private final Application application;
    private final NodeFactory factory;
    private final BeanManager manager;
    private final ReentrantLock building = new ReentrantLock();
    private final ReentrantLock closing = new ReentrantLock();
    private volatile @Nullable Running running;
    private volatile boolean closed;

    NodeLifeCycle(Application application, NodeFactory factory, BeanManager manager) {
        this.application = application;
        this.factory = factory;
        this.manager = manager;
    }

    /** What lives while the node does. */
    record Running(
            SingletonNode node,
            Runnable release,
            Surroundings surroundings,
            ContainerServices services,
            Map<String, Proxy<?>> handles) {}

    Application application() {
        return application;
    }

    /** The node's parts, if it is there. */
    Optional<Running> current() {
        return Optional.ofNullable(running);
    }

    /**
     * The node's parts; builds the node when it is not there yet, which blocks until it has joined the cluster.
     *
     * @throws SingletonUnavailableException when the node is switched off or closed
     */
    Running running() {
        Running there = running;
        return there != null ? there : build();
    }

    /** The handle of a declared singleton: the same object for everybody. */
    Proxy<?> handle(SingletonKey<?> key) {
        if (!application.node().enabled()) {
            return new DisabledProxy<>(key);
        }
        Running there = running();
        Proxy<?> handle = there.handles().get(key.typeName());
        return handle != null ? handle : there.node().ref(key);
    }

    /** The application has started: the node may host from now on, unless it is switched off. */
    void start() {
        if (!application.node().enabled()) {
            LOG.log(
                    Level.INFO,
                    NodeSettings.ENABLED + " is false: this node takes no part, and every use of a singleton fails");
        } else if (!closed) {
            running().node().up();
        }
    }

    /**
     * Leaves gracefully and ends what was started for the node. Only once: a second call waits for the first. Handles can
     * be had all the while, and instances that stop may use them.
     */
    void close() {
        closing.lock();
        try {
            boolean first = !closed;
            closed = true;
            Running there = built();
            if (first && there != null) {
                shutDown(there);
            }
        } finally {
            closing.unlock();
        }
    }

    /** What is built, after waiting for a build that is under way. */
    private @Nullable Running built() {
        building.lock();
        try {
            return running;
        } finally {
            building.unlock();
        }
    }

    private Running build() {
        if (!application.node().enabled()) {
            throw DisabledProxy.disabled("The node");
        }
        if (building.isHeldByCurrentThread()) {
            throw new SingletonConfigurationException("The singleton node is being built, and what it is built from (a"
                    + " bean of HazelcastInstance or LeaseProvider) asks for a singleton: it must do without");
        }
        building.lock();
        try {
            Running there = running;
            if (there != null) {
                return there;
            }
            if (closed) {
                throw new SingletonUnavailableException(
                        "The application stops and its singleton node is closed: handles are of no use any more");
            }
            Running built = join();
            running = built;
            return built;
        } finally {
            building.unlock();
        }
    }

    /** On the thread of whoever comes first, whose class loader and naming context are the application's. */
    private Running join() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context != null ? context : NodeLifeCycle.class.getClassLoader();
        ContainerServices services = ContainerServices.find();
        Surroundings surroundings = new Surroundings(manager, loader, services.naming());
        NodeFactory.Joined joined;
        try {
            joined = factory.join(new NodeFactory.Place(
                    application.node(),
                    application.lease(),
                    application.needsCp(),
                    manager,
                    application.codec(),
                    services.executor(),
                    application.leaveTimeout()));
        } catch (RuntimeException | Error failed) {
            services.close();
            throw failed;
        }
        Running built = new Running(joined.node(), joined.release(), surroundings, services, new HashMap<>());
        try {
            populate(built);
        } catch (RuntimeException | Error failed) {
            shutDown(built);
            throw failed;
        }
        return built;
    }

    private void populate(Running built) {
        SingletonNode node = built.node();
        AutoCloseable unused = node.subscribe(new EventBridge(manager, built.surroundings())); // ends with the node
        for (DeclaredSingleton singleton : application.declared().all()) {
            built.handles().put(singleton.name(), handle(built, singleton.key()));
        }
        node.declareComplete();
    }

    private <M> Proxy<M> handle(Running built, SingletonKey<M> declared) {
        SingletonOptions options = application.options(declared.typeName());
        String role = options.role().isEmpty() ? declared.role() : options.role();
        SingletonKey<M> key = new SingletonKey<>(declared.typeName(), declared.messageType(), role);
        Bean<?> bean = application.actors().get(declared.typeName());
        if (bean != null) {
            Activation.Source<M> source = new BeanSource<>(manager, bean);
            return built.node().start(key, HostedActor.supplier(source, built.surroundings()), options);
        }
        LOG.log(
                Level.INFO,
                "Singleton ''{0}'' is referenced here and not hosted: this application has no bean class with"
                        + " @Singleton(\"{0}\")",
                declared.typeName());
        if (saysNothing(options)) {
            return built.node().ref(key);
        }
        // Settings count for a node that only references too (placement, buffer, time-outs), and ref takes none.
        return built.node()
                .start(
                        key,
                        () -> {
                            throw new IllegalStateException("Singleton '" + key + "' is only referenced on this node");
                        },
                        options.toBuilder().start(false).build());
    }

    /** Whether nothing but the role is set, which rides on the key. */
    private static boolean saysNothing(SingletonOptions options) {
        SingletonOptions defaults = SingletonOptions.defaults();
        return options.equals(defaults)
                || (!options.role().isEmpty()
                        && options.equals(
                                defaults.toBuilder().role(options.role()).build()));
    }

    private static void shutDown(Running there) {
        try {
            there.node().close();
        } finally {
            try {
                there.release().run();
            } finally {
                there.services().close();
            }
        }
    }
}
