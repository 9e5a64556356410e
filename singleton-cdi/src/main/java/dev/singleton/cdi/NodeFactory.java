package dev.singleton.cdi;

import dev.singleton.node.SingletonNode;
import dev.singleton.spi.MessageCodec;
import dev.singleton.spi.SingletonExecutor;
import jakarta.enterprise.inject.spi.BeanContainer;
import java.time.Duration;
import java.util.function.Consumer;

/** Makes the node of an application a member of its cluster. */
@FunctionalInterface
interface NodeFactory {

    /**
     * Joins the cluster, not yet up. May block for as long as joining takes.
     *
     * @throws RuntimeException when that fails, with nothing left behind; the text says what to do
     */
    Joined join(Place place);

    /**
     * What a node is made of.
     *
     * @param settings checked
     * @param lease of the lease provider {@code cp}, checked
     * @param needsCp whether the node must be a member of a CP Subsystem
     * @param container for what the application provides as beans
     * @param codec the one that the messages were checked with
     * @param executor threads that end with the application, the server's where it has some
     * @param leaveTimeout the largest hand-over time-out in use
     * @param memberEnded told once, with the reason, when the node's member has ended while the node lived; returns at once
     */
    record Place(
            NodeSettings settings,
            LeaseSettings lease,
            boolean needsCp,
            BeanContainer container,
            MessageCodec codec,
            SingletonExecutor executor,
            Duration leaveTimeout,
            Consumer<String> memberEnded) {}

    /**
     * A node, and what to do when it has been closed.
     *
     * @param release ends what was started for the node and for nobody else; called once
     * @param renewable whether another member may be made in place of this one when it has ended
     */
    record Joined(SingletonNode node, Runnable release, boolean renewable) {}
}
