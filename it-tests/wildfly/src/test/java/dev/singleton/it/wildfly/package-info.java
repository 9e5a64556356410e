/** An application on WildFly, as it is deployed, with tests inside of the server and outside. */
@NullMarked
package dev.singleton.it.wildfly;

import org.jspecify.annotations.NullMarked;
