package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.SingletonEvent;
import dev.singleton.StopReason;
import dev.singleton.control.Control;
import dev.singleton.control.ControlPort;
import dev.singleton.control.Notice;
import dev.singleton.control.Snapshot;
import dev.singleton.manager.Access;
import dev.singleton.manager.Event;
import dev.singleton.manager.Timer;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The thread of the control path: it alone touches {@link Control}, everybody else only posts. It acts for it: sends,
 * arms timers, makes and stops instances, and tells the lanes.
 */
final class ControlShell implements ControlPort {

    /** Frames that wait for the thread; the protocol asks again, so what comes beyond may be dropped. */
    private static final int MOST_WAITING_FRAMES = 20_000;

    private static final long LOOK_INTERVAL_MILLIS = 5;

    /** Providers renew a lease only while this thread runs; twice a second is far more often than they look. */
    private static final Duration TICK = Duration.ofMillis(500);

    private static final System.Logger LOG = System.getLogger(ControlShell.class.getName());

    private final Services services;
    private final Keys keys;
    private final ScheduledThreadPoolExecutor thread;
    private final Control control;
    private final Map<String, Map<Timer, Future<?>>> timers = new HashMap<>();
    private final Restarts restarts;
    /** What ends the waiting of those who wait for this thread, when it ends. */
    private final Set<Runnable> ends = ConcurrentHashMap.newKeySet();

    private volatile long lastProgress = System.nanoTime();
    private boolean keepsLeases;

    private final AtomicInteger waitingFrames = new AtomicInteger();
    private @Nullable Future<?> resend;

    ControlShell(Services services, Keys keys, long incarnation, Iterable<String> roles) {
        this.services = services;
        this.keys = keys;
        this.restarts = new Restarts(services);
        this.thread = new ScheduledThreadPoolExecutor(1, task -> ElasticExecutor.daemon(task, "singleton-control"));
        this.thread.setRemoveOnCancelPolicy(true);
        this.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        HashSet<String> carried = new HashSet<>();
        roles.forEach(carried::add);
        this.control = new Control(
                services.self().get(), incarnation, carried.stream().sorted().toList(), this);
    }

    // ---- posting

    /** Does it on the control thread, after everything posted before. */
    void post(Consumer<Control> action) {
        try {
            thread.execute(() -> run(action));
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.TRACE, "The node is closed; what happens now has no effect any more");
        }
    }

    /** Like post; completes when it is done, or will not be because the node is closed. */
    CompletableFuture<@Nullable Void> postAndTell(Consumer<Control> action) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        post(running -> {
            try {
                action.accept(running);
            } finally {
                done.complete(null);
            }
        });
        return atLatestAtTheEnd(done, () -> done.complete(null));
    }

    /** What is posted when the thread ends is not done any more, and nobody may wait for it for ever. */
    private <T extends @Nullable Object> CompletableFuture<T> atLatestAtTheEnd(
            CompletableFuture<T> outcome, Runnable end) {
        ends.add(end);
        if (thread.isShutdown()) {
            end.run();
        }
        CompletableFuture<?> unused = outcome.whenComplete((done, failure) -> ends.remove(end));
        return outcome;
    }

    private void run(Consumer<Control> action) {
        try {
            action.accept(control);
        } catch (RuntimeException | Error fault) {
            // Errors too: the executor would keep them to itself.
            LOG.log(Level.ERROR, "The control path failed on an event; this is a fault of the library", fault);
        }
    }

    /** A frame of the control path; false when too many wait already. */
    boolean frame(NodeId from, Frame frame) {
        if (waitingFrames.incrementAndGet() > MOST_WAITING_FRAMES) {
            waitingFrames.decrementAndGet();
            return false;
        }
        post(running -> {
            waitingFrames.decrementAndGet();
            running.received(from, frame);
        });
        return true;
    }

    /** Looks again and again, on the control thread, until it holds. */
    CompletableFuture<Boolean> await(Predicate<Control> condition, Duration atMost) {
        CompletableFuture<Boolean> outcome = new CompletableFuture<>();
        long deadline = System.nanoTime() + Nanos.of(atMost);
        post(running -> look(condition, deadline, outcome));
        return atLatestAtTheEnd(outcome, () -> outcome.complete(true));
    }

    private void look(Predicate<Control> condition, long deadline, CompletableFuture<Boolean> outcome) {
        try {
            if (condition.test(control)) {
                outcome.complete(true);
            } else if (System.nanoTime() - deadline >= 0) {
                outcome.complete(false);
            } else {
                Future<?> unused = thread.schedule(
                        () -> look(condition, deadline, outcome), LOOK_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (RuntimeException fault) {
            outcome.completeExceptionally(fault);
        }
    }

    CompletableFuture<@Nullable Void> restart(String typeName) {
        CompletableFuture<@Nullable Void> outcome = new CompletableFuture<>();
        post(running -> {
            Optional<NodeId> host =
                    keys.find(typeName).flatMap(entry -> entry.runtime().owner());
            running.restart(typeName, restarts.open(outcome, host));
        });
        return atLatestAtTheEnd(outcome, () -> restarts.fail(outcome, "this node is closed"));
    }

    /** When this thread last showed that it runs, in nanoTime. */
    long lastProgress() {
        return lastProgress;
    }

    /** From now on this thread shows that it runs, and looks after the leases. Idempotent. */
    void keepLeases() {
        post(running -> {
            if (!keepsLeases) {
                keepsLeases = true;
                tick();
            }
        });
    }

    private void tick() {
        lastProgress = System.nanoTime();
        keys.all().forEach(entry -> entry.runtime().lookAtLease());
        Future<?> unused = later(running -> tick(), TICK);
    }

    /** Nothing happens after it. */
    void close() {
        thread.shutdown();
        ends.forEach(Runnable::run);
    }

    boolean closed() {
        return thread.isShutdown();
    }

    // ---- acting

    @Override
    public void send(NodeId to, Frame frame) {
        services.send(to, frame);
    }

    @Override
    public void arm(String typeName, Timer timer, long ticket, Duration delay) {
        cancel(typeName, timer);
        Future<?> armed = later(running -> running.fired(typeName, timer, ticket), delay);
        timers.computeIfAbsent(typeName, name -> new HashMap<>()).put(timer, armed);
    }

    @Override
    public void cancel(String typeName, Timer timer) {
        Map<Timer, Future<?>> ofKey = timers.get(typeName);
        Future<?> armed = ofKey == null ? null : ofKey.remove(timer);
        if (armed != null) {
            armed.cancel(false);
        }
    }

    @Override
    public void armResend(Duration delay) {
        Future<?> armed = resend;
        if (armed == null || armed.isDone()) {
            resend = later(
                    running -> {
                        // Before it arms the next one: this one is not done as long as it runs.
                        resend = null;
                        running.resend();
                    },
                    delay);
        }
    }

    /** Frames that were posted before the end are still handled after it; the timers they arm are moot. */
    private Future<?> later(Consumer<Control> action, Duration delay) {
        try {
            return thread.schedule(() -> run(action), Nanos.of(delay), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public void startInstance(String typeName, Optional<Payload> warm) {
        keys.find(typeName).ifPresent(entry -> entry.instances().start(warm));
    }

    @Override
    public void stopInstance(String typeName, StopReason reason) {
        keys.find(typeName).ifPresent(entry -> entry.instances().stop(reason));
    }

    @Override
    public void acquireLease(String typeName, long attempt) {
        keys.find(typeName).ifPresent(entry -> entry.runtime().acquireLease(attempt));
    }

    @Override
    public void lookAgain(String typeName) {
        keys.find(typeName).ifPresent(entry -> entry.runtime().leaseKeeper().lookAgain());
    }

    @Override
    public void releaseLease(String typeName) {
        keys.find(typeName).ifPresent(entry -> entry.runtime().leaseKeeper().release());
    }

    @Override
    public void access(String typeName, Access access) {
        keys.find(typeName).ifPresent(entry -> entry.runtime().lane().access(access));
    }

    @Override
    public void route(String typeName, Route route) {
        keys.find(typeName).ifPresent(entry -> entry.runtime().lane().route(route));
    }

    @Override
    public void snapshot(String typeName, Snapshot snapshot) {
        keys.find(typeName).ifPresent(entry -> entry.snapshot(snapshot));
    }

    @Override
    public void gone(NodeId member) {
        keys.all().forEach(entry -> entry.runtime().lane().gone(member));
        services.asks().gone(member);
        restarts.gone(member);
    }

    @Override
    public void reborn(NodeId member) {
        keys.all().forEach(entry -> entry.runtime().lane().reborn(member));
    }

    @Override
    public void notice(String typeName, Notice notice) {
        keys.find(typeName).ifPresent(entry -> Chronicle.tell(entry.runtime(), notice, services.events()));
    }

    @Override
    public void dropped(NodeId from, String why) {
        services.dropped().drop(from, why);
    }

    @Override
    public void restarted(long requestId, String error) {
        restarts.answered(requestId, error);
    }

    /** What an instance reports. */
    void instance(String typeName, Event event) {
        post(running -> running.event(typeName, event));
    }

    /** Tells listeners; here only so that events keep the order of what the control thread does. */
    void fire(SingletonEvent event) {
        services.events().fire(event);
    }
}
