package dev.singleton.hazelcast;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.LifecycleEvent;
import dev.singleton.NodeId;
import dev.singleton.spi.Membership;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The member list of a Hazelcast instance, and the instance's own life.
 *
 * <p>Two events hold a Hazelcast thread, within a bound: a graceful shutdown until the node has left, and a merge until
 * its instances have stopped. Both come synchronously from Hazelcast before anything has happened.
 */
final class HazelcastMembership implements Membership {

    private static final System.Logger LOG = System.getLogger(HazelcastMembership.class.getName());

    private final Engine engine;
    private final Bounds bounds;
    private final Runnable changed;
    private final Runnable left;
    private final Consumer<MemberEnd> ended;
    /** Held for each call of the listener, which makes them one at a time; never while waiting. */
    private final Object telling = new Object();

    private final AtomicBoolean leaving = new AtomicBoolean();
    private final AtomicBoolean terminated = new AtomicBoolean();
    private volatile MemberView view = MemberView.NOT_JOINED;
    private volatile NodeId self;
    private volatile boolean merging;
    private volatile boolean closed;
    private volatile @Nullable Listener listener;
    private volatile @Nullable Registrations registrations;

    /**
     * Listens to nothing before {@link #listen}.
     *
     * @param changed called before the listener hears of a change, on the same thread
     * @param left called when the node has left, before Hazelcast goes on to shut down
     * @param ended told once, when the instance has ended before this was closed; returns at once
     */
    HazelcastMembership(Engine engine, Bounds bounds, Runnable changed, Runnable left, Consumer<MemberEnd> ended) {
        this.engine = engine;
        this.bounds = bounds;
        this.changed = changed;
        this.left = left;
        this.ended = ended;
        this.self = MemberView.idOf(engine.self());
    }

    @Override
    public NodeId self() {
        return self;
    }

    @Override
    public List<Member> members() {
        return view().members();
    }

    /** The current members; none while not joined and from the end of {@code merging()} to {@code merged()}. */
    MemberView view() {
        if (merging || !engine.joined()) {
            return MemberView.NOT_JOINED;
        }
        MemberView current = MemberView.of(engine.members(), view);
        view = current;
        return current.idOf(self.uuid()) == null ? MemberView.NOT_JOINED : current;
    }

    @Override
    public void listen(Listener newListener) {
        if (listener != null) {
            throw new IllegalStateException("The membership of " + engine + " already has its listener");
        }
        listener = newListener;
        registrations = new Registrations(
                engine.instance().getCluster().addMembershipListener(new MemberEvents()),
                engine.instance().getLifecycleService().addLifecycleListener(this::lifecycleChanged));
    }

    /** The list changed, or may have. */
    void membersChanged() {
        changed.run();
        tell(Listener::membersChanged);
    }

    private void lifecycleChanged(LifecycleEvent event) {
        switch (event.getState()) {
            case SHUTTING_DOWN -> shuttingDown();
            case SHUTDOWN -> gone(MemberEnd.SHUT_DOWN);
            case MERGING -> merging();
            case MERGED, MERGE_FAILED -> merged();
            default -> LOG.log(Level.DEBUG, () -> engine + " is " + event.getState());
        }
    }

    private void shuttingDown() {
        if (ShutdownKind.current() == ShutdownKind.TERMINATE || !engine.joined()) {
            gone(MemberEnd.TERMINATED);
        } else if (leaving.compareAndSet(false, true)) {
            if (awaitStage("leave", Listener::leaving, bounds.leave())) {
                left.run();
            }
        }
    }

    /** The instance is no member any more and never will be again; told once. */
    void gone(MemberEnd how) {
        if (terminated.compareAndSet(false, true)) {
            tell(Listener::terminated);
            if (!closed) {
                ended.accept(how);
            }
        }
    }

    /** Hazelcast stops its services: the last act of a shutdown, and the only sign of an end that has no event. */
    void stopped() {
        gone(leaving.get() ? MemberEnd.SHUT_DOWN : MemberEnd.BY_ITSELF);
    }

    private void merging() {
        awaitStage("stop its instances for the merge", Listener::merging, bounds.merge());
        merging = true;
    }

    private void merged() {
        if (!engine.running()) {
            return; // The merge failed and Hazelcast shuts down; that has its own event.
        }
        self = MemberView.idOf(engine.self());
        merging = false;
        changed.run();
        tell(Listener::merged);
    }

    private void tell(Consumer<Listener> call) {
        ask(listener -> {
            call.accept(listener);
            return true;
        });
    }

    private <T> @Nullable T ask(Function<Listener, T> call) {
        synchronized (telling) {
            Listener current = listener;
            if (closed || current == null) {
                return null;
            }
            try {
                return call.apply(current);
            } catch (RuntimeException fault) {
                // The thread is Hazelcast's: a fault of ours must not harm it.
                LOG.log(Level.ERROR, () -> "The singleton node on " + engine + " failed on a membership event", fault);
                return null;
            }
        }
    }

    /** Whether there was a stage, and it completed well and in time. */
    private boolean awaitStage(String what, Function<Listener, CompletionStage<Void>> call, Duration bound) {
        CompletionStage<Void> stage = ask(call);
        if (stage == null) {
            return false;
        }
        try {
            stage.toCompletableFuture().get(bound.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException tooLong) {
            LOG.log(
                    Level.WARNING,
                    () -> "The singleton node on " + engine + " did not " + what + " within " + bound
                            + "; Hazelcast goes on without waiting. Shorten postStop, or allow more time");
        } catch (ExecutionException failed) {
            LOG.log(Level.WARNING, () -> "The singleton node on " + engine + " failed to " + what, failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            LOG.log(
                    Level.WARNING,
                    () -> "Interrupted while the singleton node on " + engine + " had to " + what
                            + "; Hazelcast goes on without waiting");
        }
        return false;
    }

    @Override
    public void close() {
        closed = true;
        Registrations current = registrations;
        registrations = null;
        if (current != null) {
            engine.instance().getLifecycleService().removeLifecycleListener(current.lifecycle());
            if (engine.running()) {
                engine.instance().getCluster().removeMembershipListener(current.members());
            }
        }
    }

    @Override
    public String toString() {
        return "membership of " + engine;
    }

    private record Registrations(UUID members, UUID lifecycle) {}

    private final class MemberEvents implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            membersChanged();
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            membersChanged();
        }
    }
}
