/** Applications with the library in WEB-INF/lib on Open Liberty: node n1, and the server as it comes. */
@NullMarked
package dev.singleton.it.liberty;

import org.jspecify.annotations.NullMarked;
