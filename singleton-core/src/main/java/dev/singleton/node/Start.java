package dev.singleton.node;

import dev.singleton.SingletonStatus;
import dev.singleton.control.Control;
import dev.singleton.spi.Lease;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;

/**
 * Puts this node in rotation for one singleton; while its lease provider cannot grant leases, as one that waits for that.
 * On the control thread.
 */
final class Start<M> {

    private static final Logger LOG = System.getLogger(Start.class.getName());
    private static final Duration LOOK = Duration.ofMillis(100);

    private final KeyRuntime<M> runtime;
    private final Registration<M> wanted;
    private final ControlShell shell;
    private boolean told;

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

    @SuppressWarnings("ReferenceEquality") // another start with the same settings looks for itself
    private void look(Control control) {
        if (runtime.registration() != wanted || runtime.snapshot().state() == SingletonStatus.State.HOSTING) {
            // Stopped or started anew meanwhile; or it was granted the lease all the same.
            return;
        }
        Optional<String> hindrance = hindrance();
        if (hindrance.isEmpty()) {
            control.granted(typeName());
            return;
        }
        if (!told && runtime.owner().isPresent()) {
            told = true;
            LOG.log(
                    Level.INFO,
                    "Singleton {0} stays where it is, at {1}: no lease is granted here yet, {2}",
                    wanted.key(),
                    runtime.owner().get(),
                    hindrance.get());
        }
        shell.later(this::look, LOOK);
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
