package dev.singleton.exploration;

/** Prints without anything else, twelve bytes or so for each. */
final class LongSet {

    /** In the table 0 means that a slot is free. */
    private static final long ZERO = 0x5DEECE66DL;

    private long[] table = new long[1 << 10];
    private int count;

    boolean contains(long print) {
        return table[slot(print)] != 0;
    }

    void add(long print) {
        int slot = slot(print);
        if (table[slot] != 0) {
            return;
        }
        table[slot] = stored(print);
        if (3L * ++count > 2L * table.length) {
            grow();
        }
    }

    private void grow() {
        long[] old = table;
        table = new long[2 * old.length];
        for (long print : old) {
            if (print != 0) {
                table[slot(print)] = print;
            }
        }
    }

    private int slot(long print) {
        long stored = stored(print);
        int mask = table.length - 1;
        int slot = (int) (stored ^ stored >>> 32) & mask;
        while (table[slot] != 0 && table[slot] != stored) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static long stored(long print) {
        return print == 0 ? ZERO : print;
    }
}
