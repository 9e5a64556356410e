package dev.singleton.cdi;

import dev.singleton.ClusterSingletons;
import dev.singleton.Proxy;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonUnavailableException;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The node of one application, from its first use to the end of the application. It is built when the application
 * starts, or before that when somebody asks for a handle; it hosts nothing until {@link #start()}. When the member that was
 * started for it ends, another node takes its place. Safe for any thread.
 */
final class NodeLifeCycle {

    private static final Logger LOG = System.getLogger(NodeLifeCycle.class.getName());

    private final Application application;
    private final NodeFactory factory;
    private final BeanContainer container;
    private final Roster roster = new Roster();
    private final Renewal renewal = new Renewal();
    /** Held while a node is built, or ended to be built anew. */
    private final ReentrantLock building = new ReentrantLock();

    private final ReentrantLock closing = new ReentrantLock();
    private volatile @Nullable Home home;
    private volatile @Nullable Life life;
    private volatile boolean started;
    private volatile boolean closed;

    NodeLifeCycle(Application application, NodeFactory factory, BeanContainer container) {
        this.application = application;
        this.factory = factory;
        this.container = container;
        Declaring declaring = new Declaring(application, container, () -> home().surroundings());
        application.declared().all().forEach(singleton -> declaring.declare(singleton.key(), roster));
    }

    Application application() {
        return application;
    }

    /** What the node has, declared or started by hand; to be used once it is {@link #built}. */
    Roster roster() {
        return roster;
    }

    Surroundings surroundings() {
        return home().surroundings();
    }

    /** The node of the moment, if there is one: one whose member has ended, while there is no other. */
    Optional<Life> current() {
        return Optional.ofNullable(life);
    }

    /**
     * The node of the moment; builds the first one when it is not there yet, which blocks until it has joined the cluster.
     *
     * @throws SingletonUnavailableException when the node is switched off or closed
     */
    ClusterSingletons built() {
        Life there = life;
        return (there != null ? there : build()).node();
    }

    /**
     * The node, which lives.
     *
     * @throws SingletonUnavailableException when its member has ended, too
     */
    ClusterSingletons alive() {
        ClusterSingletons there = built();
        trouble().ifPresent(why -> {
            throw new SingletonUnavailableException("There is no node to do that on: " + why);
        });
        return there;
    }

    /** The handle of a declared singleton: the same object for everybody. */
    Proxy<?> handle(SingletonKey<?> key) {
        if (!application.node().enabled()) {
            return new DisabledProxy<>(key);
        }
        ClusterSingletons unused = built();
        return roster.handle(key).orElseThrow();
    }

    /** What became of the node's member, and what is done about it; empty while all is well. */
    Optional<String> trouble() {
        Life there = life;
        return there == null
                ? Optional.empty()
                : there.lost().map(why -> why + "; " + (there.renewable() ? renewal.progress() : Renewal.NOT_OURS));
    }

    /** The application has started: the node may host from now on, unless it is switched off. */
    void start() {
        if (!application.node().enabled()) {
            LOG.log(
                    Level.INFO,
                    NodeSettings.ENABLED + " is false: this node takes no part, and every use of a singleton fails");
        } else if (!closed) {
            ClusterSingletons unused = built();
            building.lock();
            try {
                started = true;
                current().ifPresent(there -> there.node().up());
            } finally {
                building.unlock();
            }
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
            renewal.end();
            Life there = latest();
            if (first && there != null) {
                try {
                    there.end();
                } finally {
                    home().close();
                }
            }
        } finally {
            closing.unlock();
        }
    }

    /** What is built, after waiting for a build that is under way. */
    private @Nullable Life latest() {
        building.lock();
        try {
            return life;
        } finally {
            building.unlock();
        }
    }

    private Home home() {
        Home there = home;
        if (there == null) {
            throw new IllegalStateException("The node is not built yet");
        }
        return there;
    }

    private Life build() {
        if (!application.node().enabled()) {
            throw DisabledProxy.disabled("The node");
        }
        if (building.isHeldByCurrentThread()) {
            throw new SingletonConfigurationException("The singleton node is being built, and what it is built from (a"
                    + " bean of HazelcastInstance or LeaseProvider) asks for a singleton: it must do without");
        }
        building.lock();
        try {
            Life there = life;
            if (there != null) {
                return there;
            }
            if (closed) {
                throw new SingletonUnavailableException(
                        "The application stops and its singleton node is closed: handles are of no use any more");
            }
            Home made = Home.here(container);
            home = made;
            try {
                return join(made);
            } catch (RuntimeException | Error failed) {
                made.close();
                throw failed;
            }
        } finally {
            building.unlock();
        }
    }

    private Life join(Home in) {
        Life.Fate fate = new Life.Fate();
        NodeFactory.Joined joined = factory.join(new NodeFactory.Place(
                application.node(),
                application.lease(),
                application.needsCp(),
                container,
                application.codec(),
                in.services().executor(),
                application.leaveTimeout(),
                reason -> lost(fate, reason)));
        Life fresh = new Life(joined, fate);
        try {
            AutoCloseable unused =
                    joined.node().subscribe(new EventBridge(container, in.surroundings())); // ends with it
            roster.moveTo(joined.node());
        } catch (RuntimeException | Error failed) {
            fresh.end();
            throw failed;
        }
        life = fresh;
        return fresh;
    }

    /** On a thread of Hazelcast's, which must go on. */
    private void lost(Life.Fate fate, String reason) {
        fate.lost(reason);
        home().services().executor().execute(() -> renew(fate, reason));
    }

    private void renew(Life.Fate fate, String reason) {
        if (endOf(fate, reason)) {
            renewal.untilDone(this::again);
        }
    }

    /** Ends what is left of the node; false when there is to be no other. */
    private boolean endOf(Life.Fate fate, String reason) {
        building.lock();
        try {
            Life there = life;
            if (closed || there == null || !there.has(fate)) {
                return false;
            }
            LOG.log(
                    Level.WARNING,
                    "{0}; {1}",
                    reason,
                    there.renewable()
                            ? "another one is started in its place, and singletons are put back onto it"
                            : Renewal.NOT_OURS);
            if (there.renewable()) {
                renewal.begin(there.age());
                endWhatIsLeft(there);
            }
            return there.renewable();
        } finally {
            building.unlock();
        }
    }

    /** Whatever fails here, there is nothing better to do than to go on with the next node. */
    private static void endWhatIsLeft(Life there) {
        try {
            there.end();
        } catch (RuntimeException | Error failed) {
            LOG.log(
                    Level.WARNING,
                    "What is left of the singleton node of a member that has ended could not be ended",
                    failed);
        }
    }

    /** Builds the next node; does nothing when the application has ended. */
    private void again() throws Exception {
        building.lock();
        try {
            if (!closed) {
                Home in = home();
                Life fresh = in.surroundings().call(() -> join(in));
                if (started) {
                    fresh.node().up();
                }
                LOG.log(
                        Level.INFO,
                        "A new Hazelcast member is there, {0}, and the singletons are back on it",
                        fresh.node().self());
            }
        } finally {
            building.unlock();
        }
    }
}
