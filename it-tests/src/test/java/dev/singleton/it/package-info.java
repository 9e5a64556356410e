/** Several JVMs on loopback, driven and watched from a test; and the measurements. */
@NullMarked
package dev.singleton.it;

import org.jspecify.annotations.NullMarked;
