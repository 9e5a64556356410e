package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.SingletonEvent;
import dev.singleton.StopReason;
import dev.singleton.control.Control;
import dev.singleton.control.ControlPort;
import dev.singleton.control.Notice;
import dev.singleton.control.Snapshot;
import dev.singleton.control.Volume;
import dev.singleton.manager.Access;
import dev.singleton.manager.Event;
import dev.singleton.manager.Timer;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of the control path: posts to its thread what happens, and acts for it on that thread: sends,
 * arms timers, makes and stops instances, and tells the lanes.
 */
final class ControlShell implements ControlPort {

    /** Frames of one member that wait for the thread; the protocol asks again, so what comes beyond may be dropped. */
    private static final int MOST_WAITING_FRAMES = 20_000;

    private static final long MOST_WAITING_BYTES = 64L << 20;

    /** Providers renew a lease only while this thread runs; twice a second is far more often than they look. */
    private static final Duration TICK = Duration.ofMillis(500);

    private final Services services;
    private final Keys keys;
    private final ControlThread thread;
    private final Map<String, Map<Timer, Future<?>>> timers = new HashMap<>();
    private final Restarts restarts;

    private volatile long lastProgress = System.nanoTime();
    private boolean keepsLeases;

    private final Allowance waiting = new Allowance(MOST_WAITING_FRAMES, MOST_WAITING_BYTES);
    private @Nullable Future<?> resend;

    ControlShell(Services services, Keys keys, long incarnation, Iterable<String> roles) {
        this.services = services;
        this.keys = keys;
        this.restarts = new Restarts(services);
        HashSet<String> carried = new HashSet<>();
        roles.forEach(carried::add);
        this.thread = new ControlThread(new Control(
                services.self().get(), incarnation, carried.stream().sorted().toList(), this));
    }

    // ---- posting

    /** Does it on the control thread, after everything posted before. */
    void post(Consumer<Control> action) {
        thread.post(action);
    }

    /** Like post; completes when it is done, or will not be because the node is closed. */
    CompletableFuture<@Nullable Void> postAndTell(Consumer<Control> action) {
        return thread.postAndTell(action);
    }

    /** Looks again and again, on the control thread, until it holds. */
    CompletableFuture<Boolean> await(Predicate<Control> condition, Duration atMost) {
        return thread.await(condition, atMost);
    }

    /** Does it on the control thread after that time, unless the node is closed by then. */
    void later(Consumer<Control> action, Duration delay) {
        Future<?> unused = thread.later(action, delay);
    }

    /** A frame of the control path, of that many bytes; false when too much of its sender waits already. */
    boolean frame(NodeId from, Frame frame, int bytes) {
        return waiting.admit(
                from,
                frame instanceof Frame.Announce announcement ? Math.max(bytes, Volume.of(announcement)) : bytes,
                leave -> post(running -> {
                    leave.run();
                    running.received(from, frame);
                }));
    }

    /** Such a frame was not taken by the member; false when too much of that one waits already. */
    boolean refused(NodeId peer, Frame frame, int bytes) {
        return waiting.admit(
                peer,
                bytes,
                leave -> post(running -> {
                    leave.run();
                    running.refused(peer, frame);
                }));
    }

    /** These are the members. */
    void present(Set<NodeId> members) {
        waiting.present(members);
    }

    CompletableFuture<@Nullable Void> restart(String typeName) {
        CompletableFuture<@Nullable Void> outcome = new CompletableFuture<>();
        post(running -> {
            Optional<NodeId> host =
                    keys.find(typeName).flatMap(entry -> entry.runtime().owner());
            running.restart(typeName, restarts.open(outcome, host));
        });
        return thread.atLatestAtTheEnd(outcome, () -> restarts.fail(outcome, "this node is closed"));
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
        Future<?> unused = thread.later(running -> tick(), TICK);
        keys.all().forEach(entry -> entry.runtime().lease().look());
    }

    /** Nothing happens after it. */
    void close() {
        thread.close();
    }

    boolean closed() {
        return thread.closed();
    }

    // ---- acting

    @Override
    public void send(NodeId to, Frame frame) {
        services.send(to, frame);
    }

    @Override
    public void arm(String typeName, Timer timer, long ticket, Duration delay) {
        cancel(typeName, timer);
        Future<?> armed = thread.later(running -> running.fired(typeName, timer, ticket), delay);
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
            resend = thread.later(
                    running -> {
                        // Before it arms the next one: this one is not done as long as it runs.
                        resend = null;
                        running.resend();
                    },
                    delay);
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
        keys.find(typeName).ifPresent(entry -> entry.runtime().lease().toAsk().acquire(attempt));
    }

    @Override
    public void lookAgain(String typeName) {
        keys.find(typeName).ifPresent(entry -> entry.runtime().lease().keeper().lookAgain());
    }

    @Override
    public void releaseLease(String typeName) {
        keys.find(typeName).ifPresent(entry -> entry.runtime().lease().keeper().release());
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
        keys.all().forEach(entry -> {
            entry.runtime().lane().gone(member);
            entry.runtime().disagreements().gone(member);
        });
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
