/**
 * The message codec beside four that were not chosen, on the same messages: what each of them carries, how many bytes it
 * takes, how long. {@code CompareCodecs} runs it all; {@code docs/decisions/message-codec.md} says what came out.
 */
@NullMarked
package dev.singleton.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
