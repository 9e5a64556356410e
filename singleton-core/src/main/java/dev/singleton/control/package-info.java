/**
 * What one node knows of its peers, and its managers: who announced what, who is elected, where a message goes. Pure; the
 * shell in {@code dev.singleton.node} and the simulation run the same code.
 */
@NullMarked
package dev.singleton.control;

import org.jspecify.annotations.NullMarked;
