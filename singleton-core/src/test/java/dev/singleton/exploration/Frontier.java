package dev.singleton.exploration;

import java.util.ArrayList;
import java.util.List;

/** The states of one depth, in full, one after the other; in pieces, so that growing copies nothing. */
final class Frontier {

    private static final int PIECE = 1 << 18;

    private final List<int[]> pieces = new ArrayList<>();
    private final List<Integer> filled = new ArrayList<>();
    private int size;

    int size() {
        return size;
    }

    void add(Place place) {
        int needed = place.size();
        int last = pieces.size() - 1;
        if (last < 0 || filled.get(last) + needed > PIECE) {
            pieces.add(new int[PIECE]);
            filled.add(0);
            last++;
        }
        place.write(pieces.get(last), filled.get(last));
        filled.set(last, filled.get(last) + needed);
        size++;
    }

    /** What is to be done with each, with its position. */
    interface Visitor {
        void visit(int position, Place place);
    }

    void forEach(Place place, Visitor visitor) {
        int position = 0;
        for (int piece = 0; piece < pieces.size(); piece++) {
            int at = 0;
            while (at < filled.get(piece)) {
                at = place.read(pieces.get(piece), at);
                visitor.visit(position++, place);
            }
        }
    }
}
