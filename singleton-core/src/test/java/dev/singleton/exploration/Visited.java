package dev.singleton.exploration;

import java.util.Arrays;

/** The states that were met, each by its print, with the state from which it was met first. Twenty bytes for each. */
final class Visited {

    static final int ROOT = -1;

    private long[] prints = new long[1 << 16];
    private int[] parents = new int[1 << 16];
    private int[] table = new int[1 << 17];
    private int count;

    int count() {
        return count;
    }

    long print(int number) {
        return prints[number];
    }

    int parent(int number) {
        return parents[number];
    }

    /** True when it is new: then its number is {@link #count()} less one. */
    boolean add(long print, int parent) {
        int slot = slot(print);
        if (table[slot] != 0) {
            return false;
        }
        if (count == prints.length) {
            prints = Arrays.copyOf(prints, count + (count >> 1));
            parents = Arrays.copyOf(parents, count + (count >> 1));
        }
        prints[count] = print;
        parents[count] = parent;
        table[slot] = ++count;
        if (3L * count > 2L * table.length) {
            grow();
        }
        return true;
    }

    private int slot(long print) {
        int mask = table.length - 1;
        int slot = (int) (print ^ print >>> 32) & mask;
        while (table[slot] != 0 && prints[table[slot] - 1] != print) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        table = new int[2 * table.length];
        for (int number = 0; number < count; number++) {
            table[slot(prints[number])] = number + 1;
        }
    }
}
