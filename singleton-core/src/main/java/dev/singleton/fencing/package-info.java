/**
 * What an actor proves to a database that it is the current one: a write under an older fencing token is refused. Knows
 * {@code java.sql} and the public API.
 */
@NullMarked
package dev.singleton.fencing;

import org.jspecify.annotations.NullMarked;
