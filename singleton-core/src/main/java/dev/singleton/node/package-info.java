/**
 * The shell around the pure core: it owns the thread, the timers and the instances of one node. Adapters build a node
 * with {@link dev.singleton.node.NodeBuilder}; everything else in here is the library's own.
 */
@NullMarked
package dev.singleton.node;

import org.jspecify.annotations.NullMarked;
