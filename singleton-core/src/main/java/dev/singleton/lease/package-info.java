/**
 * The lease provider {@code memory}: an arbiter inside one JVM, for programs that have one and for tests. It guards
 * nothing between JVMs.
 */
@NullMarked
package dev.singleton.lease;

import org.jspecify.annotations.NullMarked;
