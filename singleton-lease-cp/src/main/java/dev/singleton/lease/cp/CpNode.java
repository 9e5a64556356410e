package dev.singleton.lease.cp;

import dev.singleton.spi.Lease;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one member: what its threads share. Any thread; nothing here blocks.
 *
 * <p>The watch is the thread that counts the time and tells. It looks at the leases when the earliest of their deadlines is
 * there, and when the wall clock has jumped.
 */
final class CpNode {

    private static final Logger LOG = System.getLogger(CpNode.class.getName());
    private static final long LOOK_MILLIS = 100;
    private static final long JUMP_MILLIS = 500;

    private final String name;
    private final InForce inForce;
    private final Contact contact;
    private final Owner owner;
    private final ScheduledThreadPoolExecutor watch;
    private final FaultLog faults;
    private final Set<CpLease> leases = ConcurrentHashMap.newKeySet();
    private volatile long nextLook = System.nanoTime();
    private volatile Moment lastLook = Moment.now();

    CpNode(String name, InForce inForce, Arbiter arbiter, Contact contact) {
        this.name = name;
        this.inForce = inForce;
        this.contact = contact;
        this.faults = new FaultLog(name);
        this.owner = new Owner(arbiter, this);
        this.watch = new ScheduledThreadPoolExecutor(1, daemons("singleton-lease-cp-watch " + name));
        watch.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    void start() {
        daemons("singleton-lease-cp-owner " + name).newThread(owner).start();
        var unused = watch.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    InForce inForce() {
        return inForce;
    }

    Owner owner() {
        return owner;
    }

    void add(CpLease lease) {
        leases.add(lease);
    }

    boolean unused() {
        return leases.isEmpty();
    }

    /** A lease was closed. */
    void remove(CpLease lease) {
        leases.remove(lease);
        contact.leaseClosed();
    }

    /** No lease is left: the threads end when they have given everything back. */
    void end() {
        owner.end();
        watch.shutdown();
    }

    /** Something runs out in so long. */
    void watch(Duration in) {
        long at = System.nanoTime() + in.toNanos();
        synchronized (this) {
            if (at - nextLook < 0) {
                nextLook = at;
            }
        }
    }

    private void look() {
        try {
            Moment now = Moment.now();
            long monotonic = TimeUnit.NANOSECONDS.toMillis(now.nanos() - lastLook.nanos());
            boolean jumped = Math.abs(now.millis() - lastLook.millis() - monotonic) > JUMP_MILLIS;
            lastLook = now;
            if (!jumped && now.nanos() - nextLook < 0) {
                return;
            }
            synchronized (this) {
                nextLook = now.nanos() + inForce.lasting().toNanos();
            }
            long atMost = inForce.lasting().toNanos();
            forEach("looking at a lease", lease -> watch(Duration.ofNanos(Math.min(lease.tick(now), atMost))));
        } catch (RuntimeException | Error fault) {
            // What is thrown here would end the watch, silently.
            fault("the watch over the leases", fault);
        }
    }

    /** Runs on the watch thread, in order; what is told after the end runs here and now. */
    void tell(Runnable news) {
        Runnable guarded = () -> {
            try {
                news.run();
            } catch (RuntimeException | Error fault) {
                fault("telling of a lease", fault);
            }
        };
        try {
            watch.execute(guarded);
        } catch (RejectedExecutionException ended) {
            guarded.run();
        }
    }

    /** The session has shown a sign of life, which was sent at that moment. */
    void proved(Moment sent) {
        contact.proved(sent);
        forEach("prolonging a lease", lease -> lease.prove(sent));
    }

    void answered() {
        contact.answered();
    }

    void unanswered(Throwable failure) {
        contact.unanswered(failure);
    }

    void sessionLost(SessionLost lost) {
        contact.sessionLost(lost);
        String reason = String.valueOf(lost.getMessage());
        forEach("taking a lease away", lease -> lease.revoke(reason));
    }

    /** What fails at one lease leaves the others alone, and is done anew, or seen by the watch, in a second. */
    private void forEach(String what, Consumer<CpLease> work) {
        for (CpLease lease : leases) {
            try {
                work.accept(lease);
            } catch (RuntimeException | Error fault) {
                fault(what, fault);
                watch(Duration.ofSeconds(1));
            }
        }
    }

    void fault(String where, Throwable fault) {
        faults.tell(where, fault);
    }

    Contact.Obstacle obstacle() {
        return contact.obstacle();
    }

    void endFailed(Throwable failure) {
        LOG.log(
                Level.WARNING,
                name + ": the locks of this node could not be given back at its end; others get them after "
                        + inForce.ttl(),
                failure);
    }

    Moment lastAnswerAfter(Moment began) {
        Moment heard = contact.lastAnswer();
        return heard != null && heard.nanos() - began.nanos() > 0 ? heard : began;
    }

    String whySilent(Duration waited) {
        return "The CP group '" + inForce.group() + "' has not answered within " + waited + contact.trouble();
    }

    String whyUnproven(long lastProgress, Moment now) {
        Moment proof = contact.lastProof();
        boolean proven = proof != null && proof.nanosLeft(inForce.lasting(), now) > 0;
        if (proven && now.nanos() - lastProgress > inForce.renewEvery().toNanos()) {
            return "this node has made no progress for "
                    + Duration.ofNanos(now.nanos() - lastProgress).toMillis() + " ms, so its lease was not renewed";
        }
        return "no sign of life of this node was confirmed for " + inForce.lasting() + contact.trouble();
    }

    Lease.Condition condition() {
        return contact.condition(Moment.now());
    }

    @Nullable
    Moment lastProof() {
        return contact.lastProof();
    }
}
