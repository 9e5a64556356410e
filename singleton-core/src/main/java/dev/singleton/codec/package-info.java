/**
 * How a message becomes bytes unless the application brings its own codec: {@link
 * dev.singleton.codec.CborMessageCodec}, CBOR written by Jackson, with a set of types that is closed from the start.
 *
 * <p>The way of a declared type: {@code TypeWalk} visits all that it can contain and collects the faults, {@code
 * Blueprint} decides how a class is built anew, {@code Mappers} sets Jackson up, {@code SealedTypeIds} and {@code
 * ExactTypeSerializer} keep every value to the types that its place permits.
 */
@NullMarked
package dev.singleton.codec;

import org.jspecify.annotations.NullMarked;
