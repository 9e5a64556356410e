/**
 * The control path of one singleton on one node: a pure state machine, {@code (state, event) -> (state, effects)}. It has
 * no threads, clocks, sockets or locks; time, peers and the instance arrive as events and leave as effects. Read
 * {@link dev.singleton.manager.ManagerState} first.
 */
@NullMarked
package dev.singleton.manager;

import org.jspecify.annotations.NullMarked;
