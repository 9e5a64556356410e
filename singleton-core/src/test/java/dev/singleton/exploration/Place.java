package dev.singleton.exploration;

import java.util.Arrays;

/** One state of the whole cluster, to be worked on; it is kept as a few numbers. */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Place {

    private static final int BUDGET_BITS = 3;
    static final int MOST_OF_A_FAULT = (1 << BUDGET_BITS) - 1;
    static final int NOBODY = -1;

    final int nodes;
    final int[] seats;
    final Fate[] fates;
    /** The members, as the membership has them. */
    int list;
    /** Lists that a member has not seen yet, the next one lowest; four bits each, the highest of them set. */
    final int[] unseen;
    /** How often each fault may still happen, in three bits each. */
    long left;

    int[] letters = new int[16];
    int count;

    /** Who has the lease at the arbiter, by which question; and the last question of each that is over. */
    int holder = NOBODY;

    long grant;
    final long[] over;

    Place(int nodes) {
        this.nodes = nodes;
        this.seats = new int[nodes];
        this.fates = new Fate[nodes];
        this.unseen = new int[nodes];
        this.over = new long[nodes];
        Arrays.fill(fates, Fate.UNBORN);
    }

    void from(Place other) {
        System.arraycopy(other.seats, 0, seats, 0, nodes);
        System.arraycopy(other.fates, 0, fates, 0, nodes);
        System.arraycopy(other.unseen, 0, unseen, 0, nodes);
        System.arraycopy(other.over, 0, over, 0, nodes);
        list = other.list;
        left = other.left;
        holder = other.holder;
        grant = other.grant;
        count = other.count;
        if (letters.length < count) {
            letters = new int[other.letters.length];
        }
        System.arraycopy(other.letters, 0, letters, 0, count);
    }

    // ---- faults

    int left(Fault fault) {
        return (int) (left >> (BUDGET_BITS * fault.ordinal())) & MOST_OF_A_FAULT;
    }

    void allow(Fault fault, int times) {
        left |= (long) times << (BUDGET_BITS * fault.ordinal());
    }

    Place spend(Fault fault) {
        left -= 1L << (BUDGET_BITS * fault.ordinal());
        return this;
    }

    // ---- members

    int withFate(Fate fate) {
        int mask = 0;
        for (int who = 0; who < nodes; who++) {
            if (fates[who] == fate) {
                mask |= 1 << who;
            }
        }
        return mask;
    }

    /** The list has changed; each living member will see it at its own time. */
    void publish(int changed) {
        list = changed;
        for (int who = 0; who < nodes; who++) {
            if (fates[who] == Fate.OPEN || fates[who] == Fate.BARE) {
                unseen[who] |= (8 | changed) << (4 * lists(who));
            }
        }
    }

    /** How many lists this member has not seen yet. */
    int lists(int who) {
        return (35 - Integer.numberOfLeadingZeros(unseen[who])) / 4;
    }

    int listOf(int who, int which) {
        return unseen[who] >>> (4 * which) & 7;
    }

    void seeUpTo(int who, int which) {
        unseen[who] = which == 7 ? 0 : unseen[who] >>> (4 * (which + 1));
    }

    // ---- letters

    boolean has(int letter) {
        for (int i = 0; i < count; i++) {
            if (letters[i] == letter) {
                return true;
            }
        }
        return false;
    }

    void add(int letter) {
        if (count == letters.length) {
            letters = Arrays.copyOf(letters, 2 * count);
        }
        letters[count++] = letter;
    }

    void remove(int index) {
        System.arraycopy(letters, index + 1, letters, index, count - index - 1);
        count--;
    }

    // ---- as numbers

    int size() {
        return 3 * nodes + 6 + count;
    }

    void write(int[] to, int at) {
        int i = at;
        int word = list;
        for (int who = 0; who < nodes; who++) {
            word = word << 3 | fates[who].ordinal();
        }
        to[i++] = word;
        to[i++] = (int) left;
        to[i++] = (int) (left >>> 32);
        to[i++] = holder;
        to[i++] = (int) grant;
        for (int who = 0; who < nodes; who++) {
            to[i++] = seats[who];
            to[i++] = unseen[who];
            to[i++] = (int) over[who];
        }
        to[i++] = count;
        System.arraycopy(letters, 0, to, i, count);
    }

    int read(int[] from, int at) {
        int i = at;
        int word = from[i++];
        for (int who = nodes - 1; who >= 0; who--) {
            fates[who] = FATES[word & 7];
            word >>>= 3;
        }
        list = word;
        left = (from[i++] & 0xFFFFFFFFL) | (long) from[i++] << 32;
        holder = from[i++];
        grant = from[i++];
        for (int who = 0; who < nodes; who++) {
            seats[who] = from[i++];
            unseen[who] = from[i++];
            over[who] = from[i++];
        }
        count = from[i++];
        if (letters.length < count) {
            letters = new int[2 * count];
        }
        System.arraycopy(from, i, letters, 0, count);
        return i + count;
    }

    private static final Fate[] FATES = Fate.values();
}
