package dev.singleton.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.ConfigAccessor;
import com.hazelcast.config.ServiceConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.config.ServicesConfig;
import dev.singleton.ClusterSingletons;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonException;
import dev.singleton.node.NodeBuilder;
import dev.singleton.node.SingletonNode;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.spi.MessageCodec;
import dev.singleton.spi.SingletonExecutor;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Singletons on a Hazelcast member, without CDI.
 *
 * <pre>{@code
 * HazelcastInstance hz = Hazelcast.newHazelcastInstance(HazelcastSingletons.configure(config, "backend"));
 * ClusterSingletons singletons = HazelcastSingletons.on(hz).build();
 * }</pre>
 */
public final class HazelcastSingletons {

    private static final System.Logger LOG = System.getLogger(HazelcastSingletons.class.getName());

    private HazelcastSingletons() {}

    /**
     * Prepares the configuration of a member before it starts: its roles become a member attribute, which all see at
     * once; the class loader of this library is set when there is none; a JVM that ends while Hazelcast's shutdown hook
     * is on hands over instead of terminating; and a service of ours tells the node what events do not.
     *
     * <p>{@link #on} also works with an instance that was not prepared. What is missing then: other members learn the
     * roles a moment later, from the node itself, which must be given them with {@link Builder#roles}; Hazelcast's own
     * shutdown hook terminates, without hand-over, unless its policy was set; a listener of the application that blocks one of Hazelcast's event
     * threads may delay the news of a member's leaving; and when Hazelcast ends itself without an event (for example
     * because its CP Subsystem cannot start), the node notices at its next message only.
     *
     * @param roles the roles of this node; names without comma, not empty
     * @return the same configuration
     * @throws SingletonConfigurationException when a role is unusable
     */
    public static Config configure(Config config, String... roles) {
        for (String role : roles) {
            checkRole(role);
        }
        // Roles that the configuration has already stay; nobody takes one away by preparing it once more.
        Set<String> all = new TreeSet<>(List.of(roles));
        String before = config.getMemberAttributeConfig().getAttribute(MemberView.ROLES);
        if (before != null && !before.isBlank()) {
            all.addAll(List.of(before.split(",")));
        }
        config.getMemberAttributeConfig().setAttribute(MemberView.ROLES, String.join(",", all));
        if (config.getClassLoader() == null) {
            config.setClassLoader(HazelcastSingletons.class.getClassLoader());
        }
        if (config.getProperty("hazelcast.shutdownhook.policy") == null) {
            config.setProperty("hazelcast.shutdownhook.policy", "GRACEFUL");
        }
        ServicesConfig services = ConfigAccessor.getServicesConfig(config);
        if (services.getServiceConfig(SingletonService.NAME) == null) {
            services.addServiceConfig(new ServiceConfig()
                    .setEnabled(true)
                    .setName(SingletonService.NAME)
                    .setClassName(SingletonService.class.getName()));
        }
        return config;
    }

    private static void checkRole(String role) {
        if (role.isBlank() || role.indexOf(',') >= 0) {
            throw new SingletonConfigurationException(
                    "The role '" + role + "' is unusable: a role is a non-empty name without comma");
        }
    }

    /**
     * Begins a node on a running member. There is one node per instance at a time.
     *
     * @param instance an embedded member; a container's proxy of one will do, a client will not
     */
    public static Builder on(HazelcastInstance instance) {
        return new Builder(instance);
    }

    /** Makes the node of one instance. One thread at a time. */
    public static final class Builder {

        private final HazelcastInstance instance;
        private @Nullable MessageCodec codec;
        private @Nullable SingletonExecutor executor;
        private List<String> roles = List.of();
        private List<LeaseProvider> leaseProviders = List.of();
        private Duration leaveTimeout = Bounds.DEFAULT.leave();
        private @Nullable Consumer<String> memberEnded;

        private Builder(HazelcastInstance instance) {
            this.instance = instance;
        }

        /** How messages become bytes; the same on all nodes. Default: the library's own codec. */
        public Builder codec(MessageCodec messageCodec) {
            this.codec = messageCodec;
            return this;
        }

        /** Where instances and listeners run. Default: daemon threads of the node, as many as needed. */
        public Builder executor(SingletonExecutor singletonExecutor) {
            this.executor = singletonExecutor;
            return this;
        }

        /** Roles of this node, beside those that {@link #configure} gave to the member; the others learn them from it. */
        public Builder roles(Collection<String> names) {
            names.forEach(HazelcastSingletons::checkRole);
            this.roles = List.copyOf(names);
            return this;
        }

        /**
         * Lease providers that the setting {@code lease} may name, before those that are found in {@code META-INF/services}.
         */
        public Builder leaseProviders(Collection<? extends LeaseProvider> providers) {
            this.leaseProviders = List.copyOf(providers);
            return this;
        }

        /**
         * How long Hazelcast's graceful shutdown, or a merge, waits for instances to stop and be handed over. Default
         * 20 s; more than zero. Should be the largest hand-over time-out in use and
         * 5 s, or more.
         */
        public Builder leaveTimeout(Duration timeout) {
            new Bounds(timeout, timeout);
            this.leaveTimeout = timeout;
            return this;
        }

        /**
         * Tells, once, that the instance has ended while the node was on it, for whatever reason: the node has ended with
         * it, and whoever made the instance may make another, and a node on that. Not told after the node was closed.
         * Without it, an end that nobody wanted is logged.
         *
         * @param told gets the reason, a sentence without a full stop, on a thread of Hazelcast's; must return at once
         */
        public Builder memberEnded(Consumer<String> told) {
            this.memberEnded = told;
            return this;
        }

        /**
         * The singletons of this node, which may host at once.
         *
         * @throws SingletonConfigurationException when the instance is not a member in this JVM, or its class loader does
         *     not see this library
         * @throws SingletonException when the instance already has a node, or is not running
         */
        public ClusterSingletons build() {
            SingletonNode node = buildStarting();
            node.up();
            return node;
        }

        /** As {@link #build()}, but hosts nothing until {@link SingletonNode#up()}: for a container that still starts. */
        public SingletonNode buildStarting() {
            Engine engine = Engine.of(instance);
            Binding binding =
                    Binding.bind(engine, new Bounds(leaveTimeout, leaveTimeout), how -> tell(how, engine.name()));
            try {
                return node(binding);
            } catch (RuntimeException failed) {
                binding.transport().close();
                binding.membership().close();
                throw failed;
            }
        }

        private void tell(MemberEnd how, String name) {
            Consumer<String> told = memberEnded;
            if (told != null) {
                told.accept(how.of(name));
            } else if (!how.wanted()) {
                LOG.log(Level.WARNING, "{0}: its singleton node has ended with it", how.of(name));
            }
        }

        private SingletonNode node(Binding binding) {
            NodeBuilder builder = NodeBuilder.of(binding.membership(), binding.transport())
                    .roles(roles)
                    .leaseProviders(leaseProviders)
                    .life(binding.nextLife());
            if (codec != null) {
                builder.codec(codec);
            }
            if (executor != null) {
                builder.executor(executor);
            }
            return builder.build();
        }
    }
}
