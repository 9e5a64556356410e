package dev.singleton.node;

import dev.singleton.NodeId;
import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus;
import dev.singleton.control.Control;
import dev.singleton.spi.Lease;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.spi.Membership;
import dev.singleton.spi.MessageCodec;
import dev.singleton.spi.Transport;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One node: puts the parts together and offers them to the application. */
final class Node implements SingletonNode {

    private final Membership membership;
    private final Transport transport;
    private final Keys keys = new Keys();
    private final Services services;
    private final ControlShell control;
    private final Receiver receiver;
    private final Leaving leaving;
    private final Members members;
    private final LeaseProviders leaseProviders;
    private final long incarnation;
    private volatile boolean up;

    Node(
            Membership membership,
            Transport transport,
            List<String> roles,
            MessageCodec codec,
            Workers workers,
            List<LeaseProvider> leaseProviders,
            long incarnation) {
        this.membership = membership;
        this.transport = transport;
        this.leaseProviders = new LeaseProviders(leaseProviders);
        this.incarnation = incarnation;
        ScheduledThreadPoolExecutor timers =
                new ScheduledThreadPoolExecutor(1, task -> ElasticExecutor.daemon(task, "singleton-timers"));
        timers.setRemoveOnCancelPolicy(true);
        timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timers.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        Replies replies = new Replies(codec);
        Completions completions = new Completions(workers);
        Dropped dropped = new Dropped();
        this.services = new Services(
                membership::self,
                transport,
                codec,
                replies,
                workers,
                completions,
                timers,
                new Asks(completions, timers, replies, dropped),
                new EventBus(workers),
                dropped);
        this.control = new ControlShell(services, keys, incarnation, roles);
        this.leaving = new Leaving(services, keys, control, membership, this.leaseProviders);
        this.receiver = new Receiver(services, keys, control, incarnation, this::member);
        this.members =
                new Members(membership, control, leaving, receiver::present, path -> Start.again(keys, control, path));
    }

    void open() {
        transport.listen(receiver);
        membership.listen(members);
        members.membersChanged();
    }

    // ---- for the application

    @Override
    public <M> Proxy<M> start(
            SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor, SingletonOptions options) {
        Optional<LeaseProvider> provider = provider(key, options);
        Registration<M> wanted = new Registration<>(
                key, actor, options, provider.map(LeaseProvider::arbiter).orElse(""));
        Proxy<M> handle;
        CompletableFuture<?> taken;
        synchronized (keys) {
            Keys.Entry<M> entry = entry(key, wanted.role(), options);
            Registration<M> running = entry.runtime().registration();
            if (running != null) {
                String difference = running.differenceFrom(key, options);
                if (!difference.isEmpty()) {
                    throw new SingletonConfigurationException("Singleton " + key
                            + " is started on this node with other settings: " + difference
                            + "; stop it first, or use the same settings");
                }
                return entry.runtime().handle();
            }
            provider.ifPresent(found -> lease(entry.runtime(), found, options.start()));
            entry.runtime().register(wanted);
            handle = entry.runtime().handle();
            taken = control.postAndTell(path -> {
                entry.instances().use(wanted);
                if (options.start()) {
                    new Start<>(entry.runtime(), wanted, control).begin(path);
                } else {
                    path.reference(key.typeName(), wanted.terms(), true);
                }
            });
        }
        // A message told in the same breath must not meet the route of before, which may refuse it.
        taken.join();
        return handle;
    }

    private Optional<LeaseProvider> provider(SingletonKey<?> key, SingletonOptions options) {
        return options.lease().equals(LeaseProviders.NO_LEASE)
                ? Optional.empty()
                : Optional.of(leaseProviders.named(options.lease(), key));
    }

    private void lease(KeyRuntime<?> runtime, LeaseProvider from, boolean hosts) {
        leaseProviders.attend(from, self(), hosts);
        if (!hosts) {
            return;
        }
        runtime.lease().from(from, provider -> new LeaseKeeper(runtime.key(), provider, services, control));
        control.keepLeases();
    }

    @Override
    public <M> Proxy<M> start(SingletonKey<M> key, Supplier<? extends SingletonActor<M>> actor) {
        return start(key, actor, SingletonOptions.defaults());
    }

    @Override
    public <M> Proxy<M> ref(SingletonKey<M> key) {
        synchronized (keys) {
            Keys.Entry<M> entry = entry(key, key.role(), SingletonOptions.defaults());
            control.post(running -> running.reference(key.typeName(), Registration.termsOf(key), false));
            return entry.runtime().handle();
        }
    }

    /** The entry of the name, made when there is none; the message type, and a role that is stated, must be the same. */
    private <M> Keys.Entry<M> entry(SingletonKey<M> key, String role, SingletonOptions options) {
        if (leaving.begun()) {
            throw new SingletonException("This node is closed; singleton " + key + " cannot be started or referenced");
        }
        Optional<Keys.Entry<?>> known = keys.find(key.typeName());
        if (known.isPresent()) {
            return sameType(known.get(), key, role);
        }
        services.codec().check(key.messageType());
        KeyRuntime<M> runtime = new KeyRuntime<>(key, options, incarnation << 20, services);
        Stops stops = new Stops(services.workers());
        Keys.Entry<M> entry = new Keys.Entry<>(runtime, new Instances<>(runtime, control, stops), stops);
        keys.add(entry);
        return entry;
    }

    @SuppressWarnings("unchecked") // the message types are compared
    private static <M> Keys.Entry<M> sameType(Keys.Entry<?> known, SingletonKey<M> key, String role) {
        SingletonKey<?> before = known.runtime().key();
        if (!before.messageType().equals(key.messageType())) {
            throw new SingletonConfigurationException("Singleton " + key + " has the message type "
                    + before.messageType().getName() + " on this node, and not "
                    + key.messageType().getName());
        }
        Registration<?> registration = known.runtime().registration();
        String knownRole = registration == null ? before.role() : registration.role();
        if (!role.isEmpty() && !knownRole.isEmpty() && !role.equals(knownRole)) {
            throw new SingletonConfigurationException("Singleton " + key.typeName() + " has the role '" + knownRole
                    + "' on this node, and not '" + role + "'");
        }
        return (Keys.Entry<M>) known;
    }

    @Override
    public CompletionStage<Void> stop(SingletonKey<?> key) {
        CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
        synchronized (keys) {
            Optional<Keys.Entry<?>> entry = keys.find(key.typeName());
            if (entry.isEmpty() || entry.get().runtime().registration() == null) {
                stopped.complete(null);
                return stopped;
            }
            entry.get().runtime().register(null);
            CompletableFuture<?> unused = control.postAndTell(running -> {
                        running.stop(key.typeName());
                        entry.get().stops().add(stopped);
                        entry.get()
                                .stops()
                                .look(entry.get().runtime().snapshot().state());
                    })
                    .thenRun(() -> {
                        if (control.closed()) {
                            stopped.complete(null);
                        }
                    });
        }
        return stopped;
    }

    @Override
    public boolean isStarted(SingletonKey<?> key) {
        return keys.find(key.typeName()).filter(Node::inRotation).isPresent();
    }

    /** A death with restart-on-termination=false takes a node out of rotation although it was started. */
    private static boolean inRotation(Keys.Entry<?> entry) {
        Registration<?> registration = entry.runtime().registration();
        return registration != null
                && registration.options().start()
                && entry.runtime().snapshot().state() != SingletonStatus.State.OUT;
    }

    @Override
    public Optional<SingletonStatus> status(SingletonKey<?> key) {
        return keys.find(key.typeName()).map(entry -> entry.runtime().status());
    }

    @Override
    public Collection<SingletonStatus> all() {
        return keys.all().stream().map(entry -> entry.runtime().status()).toList();
    }

    @Override
    public CompletionStage<Void> restart(SingletonKey<?> key) {
        return control.restart(key.typeName());
    }

    @Override
    public AutoCloseable subscribe(Consumer<? super SingletonEvent> listener) {
        return services.events().subscribe(listener);
    }

    // ---- for the surroundings

    @Override
    public void up() {
        up = true;
        control.post(Control::up);
    }

    @Override
    public void declareComplete() {
        control.post(Control::declareComplete);
    }

    @Override
    public boolean ready() {
        return up && !leaving.begun() && members.joined();
    }

    @Override
    public Map<String, Lease.Condition> leases() {
        Map<String, Lease.Condition> worst = new TreeMap<>();
        for (Keys.Entry<?> entry : keys.all()) {
            Registration<?> started = entry.runtime().registration();
            if (started != null && started.leased()) {
                entry.runtime()
                        .lease()
                        .latest()
                        .ifPresent(keeper -> worst.merge(
                                keeper.provider().name(), keeper.condition(), (one, two) -> one.usable() ? two : one));
            }
        }
        return worst;
    }

    @Override
    public NodeId self() {
        return membership.self();
    }

    @Override
    public void close() {
        leaving.leave().join();
        transport.close();
        membership.close();
    }

    private Optional<NodeId> member(UUID uuid) {
        return members.find(uuid);
    }
}
