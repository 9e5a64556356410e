/**
 * Every order of what can happen to a cluster of two or three nodes: the real {@code Control} and its manager of each node,
 * driven breadth first through all states that they can come to. Read {@link dev.singleton.exploration.Scope} first, which
 * says what happens, then {@link dev.singleton.exploration.Moves}, which says when it may, and {@link
 * dev.singleton.exploration.Rules}, which knows the promises. {@code docs/exploration.md} says what is left out.
 */
@NullMarked
package dev.singleton.exploration;

import org.jspecify.annotations.NullMarked;
