package dev.singleton.node;

import dev.singleton.SingletonStatus;
import dev.singleton.control.Control;
import dev.singleton.spi.Lease;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Puts this node in rotation for one singleton; while its lease provider cannot grant leases, as one that waits for that.
 * On the control thread.
 */
final class Start<M> {

    private static final Logger LOG = System.getLogger(Start.class.getName());
    private static final Duration LOOK = Duration.ofMillis(100);

    /**
     * When a cluster starts, its arbiter grants leases to all nodes within moments. That long a node leaves the first instance
     * to those that come before it, so that it does not go from node to node.
     */
    private static final Duration LEFT_TO_OTHERS = Duration.ofSeconds(5);

    private final KeyRuntime<M> runtime;
    private final Registration<M> wanted;
    private final ControlShell shell;
    private boolean told;
    /** Since when it is granted leases, by {@link System#nanoTime()}; nothing while it is not. */
    private OptionalLong grantedSince = OptionalLong.empty();

    Start(KeyRuntime<M> runtime, Registration<M> wanted, ControlShell shell) {
        this.runtime = runtime;
        this.wanted = wanted;
        this.shell = shell;
    }

    void begin(Control control) {
        boolean granted = hindrance().isEmpty();
        control.start(typeName(), wanted.terms(), wanted.settings(), granted);
        if (!granted) {
            shell.later(this::look, LOOK);
        }
    }

    /**
     * To the arbiter this member is a new one after a merge: each leased singleton waits once more where nothing is granted.
     * Before the control path hears that the merge is over.
     */
    static void again(Keys keys, ControlShell shell, Control control) {
        keys.all().forEach(entry -> again(entry.runtime(), shell, control));
    }

    private static <M> void again(KeyRuntime<M> runtime, ControlShell shell, Control control) {
        Registration<M> wanted = runtime.registration();
        if (wanted != null && wanted.leased()) {
            new Start<>(runtime, wanted, shell).waitWhileHindered(control);
        }
    }

    private void waitWhileHindered(Control control) {
        if (hindrance().isPresent()) {
            control.waits(typeName());
            shell.later(this::look, LOOK);
        }
    }

    @SuppressWarnings("ReferenceEquality") // another start with the same settings looks for itself
    private void look(Control control) {
        if (runtime.registration() != wanted || runtime.snapshot().state() == SingletonStatus.State.HOSTING) {
            // Stopped or started anew meanwhile; or it was granted the lease all the same.
            return;
        }
        Optional<String> hindrance = hindrance();
        long now = System.nanoTime();
        grantedSince = hindrance.isPresent() ? OptionalLong.empty() : OptionalLong.of(grantedSince.orElse(now));
        if (grantedSince.isPresent()
                && (control.isAwaited(typeName()) || now - grantedSince.getAsLong() >= LEFT_TO_OTHERS.toNanos())) {
            control.granted(typeName());
            return;
        }
        hindrance.ifPresent(this::tell);
        shell.later(this::look, LOOK);
    }

    private void tell(String hindrance) {
        if (!told && runtime.owner().isPresent()) {
            told = true;
            LOG.log(
                    Level.INFO,
                    "Singleton {0} stays where it is, at {1}: no lease is granted here yet, {2}",
                    wanted.key(),
                    runtime.owner().get(),
                    hindrance);
        }
    }

    /** Why the provider grants no lease; empty when it does, or when none is needed. */
    private Optional<String> hindrance() {
        return Optional.of(runtime)
                .filter(unused -> wanted.leased())
                .flatMap(leased -> leased.lease().latest())
                .map(LeaseKeeper::condition)
                .filter(condition -> !condition.usable())
                .map(Lease.Condition::text);
    }

    private String typeName() {
        return runtime.key().typeName();
    }
}
