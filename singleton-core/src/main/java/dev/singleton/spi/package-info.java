/**
 * What the library needs from its surroundings: who is there, how bytes travel, who may hold a lease, how a message
 * becomes bytes, where instances run. Each type says whether it may block or throw, on which thread it is called and in
 * which order. Nothing here depends on the rest of the library but the public API.
 */
@NullMarked
package dev.singleton.spi;

import org.jspecify.annotations.NullMarked;
