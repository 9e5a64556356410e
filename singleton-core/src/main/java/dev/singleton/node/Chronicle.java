package dev.singleton.node;

import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonStatus.Disagreement;
import dev.singleton.control.Notice;
import java.lang.System.Logger.Level;

/** Turns what happened on the control path into counters, events and lines of the log. */
final class Chronicle {

    private static final System.Logger LOG = System.getLogger(Chronicle.class.getName());

    private Chronicle() {}

    static void tell(KeyRuntime<?> runtime, Notice notice, EventBus events) {
        SingletonKey<?> key = runtime.key();
        if (notice instanceof Notice.OwnerChanged changed) {
            runtime.counters().ownerChanges.increment();
            events.fire(new SingletonEvent.OwnerChanged(key, changed.previous(), changed.owner()));
        } else if (notice instanceof Notice.TimedOut timedOut) {
            LOG.log(
                    Level.WARNING,
                    "Singleton {0} starts here although {1} never answered: if they still run an instance, there are two"
                            + " now. A lease or a quorum would prevent that.",
                    key,
                    timedOut.silentPeers());
            events.fire(new SingletonEvent.HandOverTimedOut(key, timedOut.silentPeers()));
        } else if (notice instanceof Notice.StillWaiting waiting) {
            LOG.log(Level.WARNING, "Singleton {0} does not start here yet: {1}", key, waiting.answers());
        } else if (notice instanceof Notice.HandedOver) {
            runtime.counters().handOvers.increment();
        } else if (notice instanceof Notice.LeaseAcquired acquired) {
            runtime.counters().leaseAcquisitions.increment();
            runtime.lease().keeper().acquired();
            LOG.log(Level.INFO, "Singleton {0}: this node holds the lease, token {1}", key, text(acquired.token()));
            events.fire(new SingletonEvent.LeaseAcquired(key, acquired.token()));
        } else if (notice instanceof Notice.LeaseRefused refused) {
            Level level = runtime.lease().keeper().isNews(refused.why()) ? Level.WARNING : Level.DEBUG;
            LOG.log(level, "Singleton {0} does not start here yet, its lease is not granted: {1}", key, refused.why());
        } else if (notice instanceof Notice.LeaseLost lost) {
            runtime.counters().leaseLosses.increment();
            LOG.log(Level.WARNING, "Singleton {0}: the lease is lost, {1}; it stops here", key, lost.reason());
            events.fire(new SingletonEvent.LeaseLost(key, lost.reason()));
        } else if (notice instanceof Notice.Latched) {
            LOG.log(
                    Level.WARNING,
                    "Singleton {0} died here and restart-on-termination is false: this node hosts it no more until it"
                            + " is stopped and started again",
                    key);
        } else if (notice instanceof Notice.Disagrees disagrees) {
            disagreement(runtime, disagrees.disagreement(), events);
        } else if (notice instanceof Notice.Ignored ignored) {
            LOG.log(Level.TRACE, "Singleton {0}, {1}: {2}", key, ignored.state(), ignored.why());
        }
    }

    /** Without the thousands separators of a message format. */
    private static String text(long token) {
        return Long.toString(token);
    }

    private static void disagreement(KeyRuntime<?> runtime, Disagreement disagreement, EventBus events) {
        SingletonKey<?> key = runtime.key();
        Pace.Word word = runtime.disagreements().of(disagreement.peer(), System.nanoTime());
        if (word == Pace.Word.BE_SILENT) {
            return;
        }
        if (word == Pace.Word.TELL_AS_LAST) {
            LOG.log(
                    Level.WARNING,
                    "Singleton {0}: {1} changes its settings again and again. From now on that is told now and then only;"
                            + " the status and readiness of this node show how they are.",
                    key,
                    disagreement.peer());
        }
        if (disagreement.incompatible()) {
            LOG.log(
                    Level.ERROR,
                    "Singleton {0}: {1} has other settings, and what differs must be equal everywhere: {2}. The two"
                            + " nodes neither host for nor deliver to each other until one is changed.",
                    key,
                    disagreement.peer(),
                    disagreement.difference());
            events.fire(new SingletonEvent.Incompatible(key, disagreement.peer(), disagreement.difference()));
        } else {
            LOG.log(
                    Level.INFO,
                    "Singleton {0}: {1} has other settings, which is allowed: {2}",
                    key,
                    disagreement.peer(),
                    disagreement.difference());
        }
    }
}
