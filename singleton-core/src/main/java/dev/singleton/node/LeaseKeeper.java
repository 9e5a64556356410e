package dev.singleton.node;

import dev.singleton.SingletonKey;
import dev.singleton.manager.Event;
import dev.singleton.spi.Lease;
import dev.singleton.spi.Lease.Acquisition;
import dev.singleton.spi.LeaseProvider;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The lease of one singleton on this node: asks the provider what the control path wishes, and tells it what came of it.
 * A loss makes the lease invalid at once, and only then becomes an event. What a provider owes and does not give in
 * time is replaced by a failure, so that nothing waits for ever. Any thread.
 */
final class LeaseKeeper implements Lease.Listener {

    /** What a provider that is late gets beyond the bound that it states. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());

    /** What was granted. */
    private record Grant(long attempt, long token) {}

    private final SingletonKey<?> key;
    private final LeaseProvider provider;
    private final Services services;
    private final ControlShell control;
    private final Lease lease;
    private final AtomicReference<@Nullable Grant> grant = new AtomicReference<>();
    private @Nullable String lastRefusal;

    /**
     * @throws dev.singleton.SingletonConfigurationException when the provider cannot give leases here
     */
    LeaseKeeper(SingletonKey<?> key, LeaseProvider provider, Services services, ControlShell control) {
        this.key = key;
        this.provider = provider;
        this.services = services;
        this.control = control;
        this.lease = provider.lease(key.typeName(), services.self().get(), this);
    }

    LeaseProvider provider() {
        return provider;
    }

    /** A provider that throws instead is not usable. */
    Lease.Condition condition() {
        try {
            return lease.condition();
        } catch (RuntimeException | Error thrown) {
            return new Lease.Condition(
                    false, "the provider '" + provider.name() + "' failed, against its contract: " + thrown);
        }
    }

    // ---- for the control path

    void acquire(long attempt) {
        AtomicBoolean answered = new AtomicBoolean();
        Future<?> guard = services.later(
                () -> {
                    if (answered.compareAndSet(false, true)) {
                        var unusedRelease = givenBack();
                        refused(attempt, "the provider did not answer within " + longestAnswer());
                    }
                },
                longestAnswer(),
                false);
        var unused = asked().whenComplete((acquisition, failure) -> {
            guard.cancel(false);
            // One that comes after the guard was given up with the release that followed it.
            if (answered.compareAndSet(false, true)) {
                answer(attempt, failure == null ? acquisition : new Acquisition.Failed(failure));
            }
        });
    }

    private void answer(long attempt, @Nullable Acquisition acquisition) {
        if (acquisition instanceof Acquisition.Granted granted) {
            granted(new Grant(attempt, granted.fencingToken()));
        } else if (acquisition instanceof Acquisition.Held held) {
            refused(attempt, "it is held by " + held.holder());
        } else if (acquisition instanceof Acquisition.Failed failed) {
            refused(attempt, "the arbiter could not be asked: " + rootOf(failed.cause()));
        } else {
            refused(attempt, "the provider '" + provider.name() + "' answered with nothing, against its contract");
        }
    }

    /** Under the lock, as what ends a grant: the control path hears of both in the order in which they happen. */
    private synchronized void granted(Grant given) {
        grant.set(given);
        control.instance(key.typeName(), new Event.LeaseGranted(given.attempt(), given.token()));
    }

    private void refused(long attempt, String why) {
        control.instance(key.typeName(), new Event.LeaseRefused(attempt, why));
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    void lookAgain() {
        try {
            lease.lookAgain();
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    Level.WARNING,
                    "The provider of the lease of singleton " + key + " failed; it goes on waiting",
                    thrown);
        }
    }

    void release() {
        boolean held = grant.getAndSet(null) != null;
        AtomicBoolean answered = new AtomicBoolean();
        Runnable done = () -> {
            if (answered.compareAndSet(false, true)) {
                control.instance(key.typeName(), new Event.LeaseReleased());
            }
        };
        Future<?> guard = services.later(done, longestAnswer(), false);
        var unused = givenBack().whenComplete((released, failure) -> {
            guard.cancel(false);
            if (failure != null) {
                // What was only asked for is no harm to anybody.
                LOG.log(
                        held ? Level.ERROR : Level.DEBUG,
                        "The lease of singleton " + key + " could not be given back: others get it when it has run out"
                                + " at the arbiter. It is not used here any more",
                        rootOf(failure));
            }
            done.run();
        });
    }

    /** A provider that throws instead of answering is one that failed. */
    private CompletionStage<Acquisition> asked() {
        try {
            return lease.acquire();
        } catch (RuntimeException | Error thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private CompletionStage<Void> givenBack() {
        try {
            return lease.release();
        } catch (RuntimeException | Error thrown) {
            return CompletableFuture.failedFuture(thrown);
        }
    }

    private Duration longestAnswer() {
        return lease.longestAnswer().plus(GRACE);
    }

    /** Of those that say the same again and again, only the first is worth a line. */
    boolean isNews(String refusal) {
        boolean news = !refusal.equals(lastRefusal);
        lastRefusal = refusal;
        return news;
    }

    void acquired() {
        lastRefusal = null;
    }

    /** Finds a loss that the provider has not told, as after a pause of the whole process. */
    void look() {
        Grant current = grant.get();
        if (current != null && !valid(current)) {
            over(current, "its time has run out");
        }
    }

    /** The node is closed. */
    void close() {
        grant.set(null);
        try {
            lease.close();
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "The lease of singleton " + key + " could not be closed", thrown);
        }
    }

    // ---- for the provider

    @Override
    public void lost(String reason) {
        Grant current = grant.get();
        if (current != null) {
            over(current, reason);
        }
    }

    @Override
    public long lastProgress() {
        return control.lastProgress();
    }

    // ---- for the instance

    /** The lease for an instance that is started now. */
    synchronized Tenure tenure() {
        return new OfThisInstance(grant.get());
    }

    private synchronized void over(Grant held, String reason) {
        if (grant.compareAndSet(held, null)) {
            control.instance(key.typeName(), new Event.LeaseLost(held.attempt(), reason));
        }
    }

    /** A provider that cannot say until when is one whose lease is over. */
    private OptionalLong validUntil() {
        try {
            return lease.validUntil();
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    Level.ERROR,
                    "The provider of the lease of singleton " + key + " failed; it counts as lost",
                    thrown);
            return OptionalLong.empty();
        }
    }

    private boolean valid(Grant held) {
        return !left(held).isZero();
    }

    private Duration left(Grant held) {
        OptionalLong until = validUntil();
        if (!held.equals(grant.get()) || until.isEmpty()) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, until.getAsLong() - System.nanoTime()));
    }

    private final class OfThisInstance implements Tenure {
        private final @Nullable Grant own;

        OfThisInstance(@Nullable Grant own) {
            this.own = own;
        }

        @Override
        public OptionalLong token() {
            return own == null ? OptionalLong.empty() : OptionalLong.of(own.token());
        }

        @Override
        public boolean valid() {
            return own != null && LeaseKeeper.this.valid(own);
        }

        @Override
        public Optional<Duration> remaining() {
            return Optional.of(own == null ? Duration.ZERO : left(own));
        }

        @Override
        public void over() {
            if (own != null) {
                LeaseKeeper.this.over(own, "its time has run out");
            }
        }
    }
}
