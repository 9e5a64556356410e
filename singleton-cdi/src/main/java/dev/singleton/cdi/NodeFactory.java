package dev.singleton.cdi;

import dev.singleton.node.SingletonNode;
import dev.singleton.spi.SingletonExecutor;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Optional;

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
     * @param manager for what the application provides as beans
     * @param loader the application's class loader
     * @param executor the server's threads, if it has some to give
     */
    record Place(
            NodeSettings settings, BeanManager manager, ClassLoader loader, Optional<SingletonExecutor> executor) {}

    /**
     * A node, and what to do when it has been closed.
     *
     * @param release ends what was started for the node and for nobody else; called once
     */
    record Joined(SingletonNode node, Runnable release) {}
}
