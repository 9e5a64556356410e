/** An application as one writes it for Quarkus: nothing in it knows that there is no portable extension. */
@NullMarked
package dev.singleton.it.quarkus;

import org.jspecify.annotations.NullMarked;
