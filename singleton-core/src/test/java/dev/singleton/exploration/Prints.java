package dev.singleton.exploration;

import java.util.Arrays;

/**
 * Makes of a state one number of 64 bits, the same for states that differ only in what their numbers are called or in the
 * order in which letters that overtake each other were written down. Among ten million states two that are not the same
 * get the same number with a chance of one to some hundred thousand; one of them would be left out.
 */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Prints {

    private static final long PRIME = 0x100000001b3L;

    private final Scope scope;
    private final Roster roster;
    private final long[][] met = new long[Canon.KINDS][64];
    private final int[] counts = new int[Canon.KINDS];
    private final long[] links = new long[16];

    Prints(Scope scope, Roster roster) {
        this.scope = scope;
        this.roster = roster;
    }

    long of(Place place) {
        gather(place);
        long print = place.list * PRIME ^ place.left;
        for (int who = 0; who < place.nodes; who++) {
            print = print * PRIME + place.fates[who].ordinal();
            print = print * PRIME + place.unseen[who];
            print = print * PRIME + rank(Canon.ASK + who, place.over[who]);
            print = Form.mix(print ^ named(roster.seatForm(place.seats[who]), place));
        }
        print = print * PRIME + place.holder;
        if (place.holder >= 0) {
            print = print * PRIME + rank(Canon.ASK + place.holder, place.grant);
        }
        return Form.mix(print ^ letters(place));
    }

    private long letters(Place place) {
        Arrays.fill(links, 0);
        long sum = 0;
        for (int i = 0; i < place.count; i++) {
            long one = named(roster.letterForm(place.letters[i]), place);
            Content.Letter letter = roster.letter(place.letters[i]);
            boolean inOrder = scope.ordered() && letter.from() != Cast.ARBITER && letter.to() != Cast.ARBITER;
            if (inOrder) {
                int link = letter.from() * 4 + letter.to();
                links[link] = Form.mix(links[link] * PRIME + one);
            } else {
                sum += Form.mix(one);
            }
        }
        for (long link : links) {
            sum = sum * PRIME + link;
        }
        return sum;
    }

    private void gather(Place place) {
        Arrays.fill(counts, 0);
        for (int who = 0; who < place.nodes; who++) {
            gather(roster.seatForm(place.seats[who]));
            meet(Canon.ASK + who, place.over[who]);
        }
        for (int i = 0; i < place.count; i++) {
            gather(roster.letterForm(place.letters[i]));
        }
        if (place.holder >= 0) {
            meet(Canon.ASK + place.holder, place.grant);
        }
        for (int kind = 0; kind < Canon.KINDS; kind++) {
            Arrays.sort(met[kind], 0, counts[kind]);
        }
    }

    private void gather(Form form) {
        byte[] kinds = form.kinds();
        for (int i = 0; i < kinds.length; i++) {
            meet(kinds[i], form.numbers()[i]);
        }
    }

    private void meet(int kind, long number) {
        if (kind >= Canon.ROUND && kind < Canon.ASK) {
            return;
        }
        long[] known = met[kind];
        for (int i = 0; i < counts[kind]; i++) {
            if (known[i] == number) {
                return;
            }
        }
        known[counts[kind]++] = number;
    }

    private long named(Form form, Place place) {
        long print = form.shape();
        byte[] kinds = form.kinds();
        for (int i = 0; i < kinds.length; i++) {
            long number = form.numbers()[i];
            int kind = kinds[i];
            boolean ofRound = kind >= Canon.ROUND && kind < Canon.ASK;
            long name = ofRound ? open(place, kind - Canon.ROUND, number) : rank(kind, number);
            print = (print ^ name) * PRIME + (print >>> 31);
        }
        return print;
    }

    private long open(Place place, int who, long round) {
        return roster.round(place.seats[who]) == round ? 1 : 0;
    }

    /** Nothing, and everything anew, are numbers of their own. */
    private long rank(int kind, long number) {
        if (number <= 0) {
            return number;
        }
        long[] known = met[kind];
        int rank = 1;
        for (int i = 0; i < counts[kind] && known[i] != number; i++) {
            rank += known[i] > 0 ? 1 : 0;
        }
        return rank;
    }
}
