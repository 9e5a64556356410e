/**
 * Cluster singletons: one object that is alive on exactly one node of a cluster, and a handle on every node through
 * which messages reach it.
 *
 * <p>Start reading at {@link dev.singleton.SingletonActor} (what an application writes), {@link dev.singleton.Proxy}
 * (what it injects) and {@link dev.singleton.ClusterSingletons} (what an operator uses). The path of a message is in
 * {@code dev.singleton.proxy}, the path of control in {@code dev.singleton.manager}; {@code dev.singleton.node} is the
 * shell that owns the threads.
 */
@NullMarked
package dev.singleton;

import org.jspecify.annotations.NullMarked;
