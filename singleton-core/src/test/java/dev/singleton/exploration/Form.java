package dev.singleton.exploration;

/**
 * Something in a shape in which what differs only by names of numbers is the same: a text, and the numbers that were left
 * out of it. Of a number only counts how it stands to others of its kind.
 *
 * @param shape the text, as a hash
 * @param exact the text and the numbers, as a hash; two of 64 bits, for there are many
 * @param kinds of each number: a kind of {@link Canon}, plus whose
 */
// Nobody changes them.
@SuppressWarnings("ArrayRecordComponent")
record Form(long shape, Exact exact, byte[] kinds, long[] numbers) {

    record Exact(long high, long low) {}

    static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    static Form of(CharSequence text, byte[] kinds, long[] numbers) {
        long high = 17;
        long low = 0x5bd1e995;
        for (int i = 0; i < text.length(); i++) {
            high = high * 0x100000001b3L ^ text.charAt(i);
            low = (low ^ text.charAt(i)) * 0x9E3779B97F4A7C15L + (low >>> 29);
        }
        long shape = mix(high ^ Long.rotateLeft(low, 32));
        for (long number : numbers) {
            high = mix(high ^ number);
            low = mix(low + number * 31);
        }
        return new Form(shape, new Exact(high, low), kinds, numbers);
    }
}
