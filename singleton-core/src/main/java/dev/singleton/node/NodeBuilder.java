package dev.singleton.node;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.codec.CborMessageCodec;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.spi.Membership;
import dev.singleton.spi.MessageCodec;
import dev.singleton.spi.SingletonExecutor;
import dev.singleton.spi.Transport;
import dev.singleton.wire.Frames;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a node on a membership and a transport, which it then owns; for adapters. */
public final class NodeBuilder {

    private final Membership membership;
    private final Transport transport;
    private List<String> roles = List.of();
    private MessageCodec codec = new CborMessageCodec();
    private @Nullable SingletonExecutor executor;
    private List<LeaseProvider> leaseProviders = List.of();
    private long life = System.currentTimeMillis();

    private NodeBuilder(Membership membership, Transport transport) {
        this.membership = membership;
        this.transport = transport;
    }

    /** Begins with what a node cannot do without. */
    public static NodeBuilder of(Membership membership, Transport transport) {
        return new NodeBuilder(membership, transport);
    }

    /**
     * The roles that this node carries, {@value Frames#MOST_ROLES} at most; none by default.
     *
     * @throws SingletonConfigurationException when there are more
     */
    public NodeBuilder roles(Collection<String> carried) {
        this.roles = carried.stream().distinct().toList();
        if (roles.size() > Frames.MOST_ROLES) {
            throw new SingletonConfigurationException("This node has " + roles.size() + " roles, and "
                    + Frames.MOST_ROLES + " are the most: remove some from singleton.roles");
        }
        return this;
    }

    /** How messages travel; by default as CBOR. The same on all nodes. */
    public NodeBuilder codec(MessageCodec used) {
        this.codec = used;
        return this;
    }

    /** Where instances and listeners run; by default an elastic pool of daemon threads that ends with the node. */
    public NodeBuilder executor(SingletonExecutor used) {
        this.executor = used;
        return this;
    }

    /** Whom the setting {@code lease} can name. */
    public NodeBuilder leaseProviders(Collection<? extends LeaseProvider> providers) {
        this.leaseProviders = List.copyOf(providers);
        return this;
    }

    /**
     * What the setting {@code lease} may be on a node that is given these providers, in the order in which they win; so that
     * a wrong one can be told before there is a node.
     *
     * @throws dev.singleton.SingletonConfigurationException when a provider that is declared for the {@link
     *     java.util.ServiceLoader} cannot be loaded
     */
    public static Set<String> leaseNames(Collection<? extends LeaseProvider> given) {
        return LeaseProviders.names(given);
    }

    /**
     * The number of this life of the node on its member, larger than that of every earlier one; by default the time in
     * milliseconds, which does while nobody sets the clock back.
     */
    public NodeBuilder life(long number) {
        this.life = number;
        return this;
    }

    /**
     * Builds the node. It takes part in the protocol from now on and hosts nothing before {@link SingletonNode#up()}.
     */
    public SingletonNode build() {
        Workers workers = executor == null ? Workers.ofTheirOwn() : new Workers(executor);
        Node node = new Node(membership, transport, roles, codec, workers, leaseProviders, life);
        node.open();
        return node;
    }
}
