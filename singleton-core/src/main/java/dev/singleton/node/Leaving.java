package dev.singleton.node;

import dev.singleton.DeadLetterReason;
import dev.singleton.control.Control;
import dev.singleton.spi.Membership;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The end of a node: announce, drain and stop, hand over, deliver what was told here, and go. Bounded by the largest
 * hand-over time-out in use; what is not done by then is said and given back to its senders.
 */
final class Leaving {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** What a forced stop gets beyond the bound: the message in hand and {@code postStop}. */
    private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

    /** How long peers are waited for that have not heard yet that this node leaves: a healthy one takes a round trip. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(Leaving.class.getName());

    private final Services services;
    private final Keys keys;
    private final ControlShell control;
    private final Membership membership;
    private final LeaseProviders leaseProviders;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> left = new CompletableFuture<>();

    Leaving(Services services, Keys keys, ControlShell control, Membership membership, LeaseProviders leaseProviders) {
        this.leaseProviders = leaseProviders;
        this.services = services;
        this.keys = keys;
        this.control = control;
        this.membership = membership;
    }

    boolean begun() {
        return begun.get();
    }

    /** Begins to leave, once; completes when this node has left. */
    CompletableFuture<@Nullable Void> leave() {
        if (begun.compareAndSet(false, true)) {
            control.post(Control::leave);
            long deadline = System.nanoTime() + bound().toNanos();
            CompletableFuture<?> unused = control.await(Control::settled, bound())
                    .thenCompose(this::orForce)
                    .thenCompose(settled -> deliver(deadline))
                    .thenCompose(this::sayGoodBye)
                    .whenComplete((done, failure) -> end());
        }
        return left;
    }

    /**
     * As {@link #leave()}, once this member is gone: another node hosts as soon as it sees that, so an instance here handles
     * nothing but the message in hand.
     */
    CompletableFuture<@Nullable Void> goAtOnce() {
        keys.all().forEach(entry -> entry.instances().abandon());
        return leave();
    }

    private Duration bound() {
        Duration longest = keys.all().stream()
                .map(entry -> entry.runtime().options().handOverTimeout())
                .max(Duration::compareTo)
                .orElse(SHORTEST);
        return longest.compareTo(SHORTEST) > 0 ? longest : SHORTEST;
    }

    /** What was told here is with a host; or nobody is there who could take it. */
    private boolean delivered(Keys.Entry<?> entry) {
        return entry.runtime().lane().buffered() == 0
                || membership.members().size() <= 1
                || !entry.runtime().lane().canDeliver();
    }

    private CompletableFuture<Boolean> orForce(boolean inTime) {
        if (inTime) {
            return CompletableFuture.completedFuture(true);
        }
        LOG.log(
                Level.WARNING,
                "This node could not hand over everything within {0}; it goes now, and what it has accepted and not"
                        + " handled goes back to its senders as dead letters",
                bound());
        keys.all().forEach(entry -> {
            if (entry.runtime().lane().hasInstance()) {
                LOG.log(
                        Level.ERROR,
                        "Singleton {0} has not stopped within {1}. Another node may start it while this instance still"
                                + " runs, so that there are two: shorten postStop, or raise hand-over-timeout",
                        entry.runtime().key(),
                        bound());
            }
            entry.instances().abandon();
        });
        return control.await(Control::settled, LAST_MOMENT);
    }

    /**
     * What was told here goes to its host. What the application tells from now on is a dead letter: else telling without a
     * pause could keep the node, and a message that is in flight at the very end would be one whose fate nobody knows,
     * although it is handled.
     */
    private CompletableFuture<Boolean> deliver(long deadline) {
        keys.all().forEach(entry -> entry.runtime().lane().lastCall());
        Duration rest = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        return control.await(running -> allDelivered(), rest.compareTo(FAREWELL) > 0 ? rest : FAREWELL);
    }

    private boolean allDelivered() {
        return keys.all().stream().allMatch(this::delivered);
    }

    /** Peers hear that this node leaves. */
    private CompletableFuture<Boolean> sayGoodBye(boolean delivered) {
        if (!delivered) {
            LOG.log(
                    Level.WARNING,
                    "What was told on this node could not be delivered within {0}; it goes now, and the rest becomes dead"
                            + " letters",
                    bound());
        }
        return control.await(Control::heard, FAREWELL);
    }

    private void end() {
        keys.all().forEach(entry -> {
            entry.runtime().lane().abandonMailbox(whyAbandoned(entry));
            entry.runtime().lane().close();
            entry.stops().instanceEnded();
            entry.runtime().lease().close();
        });
        leaseProviders.close();
        services.asks().close();
        services.timers().shutdownNow();
        control.close();
        services.workers().execute(() -> left.complete(null));
        services.workers().close();
    }

    /** What an instance had accepted when its lease was lost, and nobody got a lease to handle it since. */
    private static DeadLetterReason whyAbandoned(Keys.Entry<?> entry) {
        return switch (entry.runtime().snapshot().lease().state()) {
            case LOST, ACQUIRING -> DeadLetterReason.LEASE_LOST;
            case NONE, RELEASED, HELD -> DeadLetterReason.STOPPED;
        };
    }

    /** No instance runs here any more, as far as it can be waited for. */
    CompletableFuture<@Nullable Void> nothingRuns() {
        return control.await(
                        running -> keys.all().stream()
                                .noneMatch(entry -> entry.runtime().lane().hasInstance()),
                        bound())
                .thenAccept(stopped -> {
                    if (!stopped) {
                        LOG.log(Level.ERROR, "An instance still stops while this member joins the other half");
                    }
                });
    }
}
