/** What tests of several modules share: a cluster in one JVM without a network, and waiting for a condition. */
@NullMarked
package dev.singleton.testkit;

import org.jspecify.annotations.NullMarked;
