package dev.singleton.node;

import dev.singleton.SingletonStatus;
import dev.singleton.control.Control;
import dev.singleton.spi.Lease;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;

/**
 * Starts a singleton once leases can be had here, or nobody else hosts it. Until then this node only references it: as a
 * host it would be of no use, and the one that hosts now, which it might come before, would have stood down for nothing.
 * To be used on the control thread.
 */
final class LateStart<M> {

    private static final Logger LOG = System.getLogger(LateStart.class.getName());
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Keys.Entry<M> entry;
    private final Registration<M> wanted;
    private final ControlShell shell;
    private boolean told;

    LateStart(Keys.Entry<M> entry, Registration<M> wanted, ControlShell shell) {
        this.entry = entry;
        this.wanted = wanted;
        this.shell = shell;
    }

    void begin(Control control) {
        // Out of rotation it is not hosting already, and others know: there is nobody to be spared.
        if (unusable().isEmpty() || entry.runtime().snapshot().state() == SingletonStatus.State.OUT) {
            start(control);
        } else {
            control.reference(typeName(), wanted.terms(), true);
            shell.later(this::look, LOOK);
        }
    }

    @SuppressWarnings("ReferenceEquality") // another start with the same settings waits for itself
    private void look(Control control) {
        if (entry.runtime().registration() != wanted) {
            // Stopped meanwhile, or started anew.
            return;
        }
        Optional<Lease.Condition> condition = unusable();
        if (condition.isEmpty() || !control.mayLiveElsewhere(typeName())) {
            start(control);
            return;
        }
        if (!told && entry.runtime().owner().isPresent()) {
            told = true;
            LOG.log(
                    Level.INFO,
                    "Singleton {0} stays where it is, at {1}: no lease is granted here yet, {2}",
                    wanted.key(),
                    entry.runtime().owner().get(),
                    condition.get().text());
        }
        shell.later(this::look, LOOK);
    }

    private void start(Control control) {
        control.start(typeName(), wanted.terms(), wanted.settings());
    }

    /** What is wrong with the provider; empty when nothing is, or when there is no lease. */
    private Optional<Lease.Condition> unusable() {
        return wanted.leased()
                ? entry.runtime().lease().latest().map(LeaseKeeper::condition).filter(condition -> !condition.usable())
                : Optional.empty();
    }

    private String typeName() {
        return entry.runtime().key().typeName();
    }
}
