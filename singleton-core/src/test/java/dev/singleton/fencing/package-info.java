/** The stories of the fence, which each database plays: H2 here, PostgreSQL in {@code it-tests}. */
@NullMarked
package dev.singleton.fencing;

import org.jspecify.annotations.NullMarked;
