package dev.singleton.exploration;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What is explored: how many nodes, which of them are there at first and come to rest before anything else happens, and how
 * often each {@link Fault} may happen. Nodes that are not there at first join at any time.
 *
 * @param present a mask of the nodes that are there at first
 * @param ordered frames from one node to another keep their order, as those of the real transport do while a connection
 *     lasts; otherwise any overtakes any
 * @param bareFirst a member joins before its node opens, at its own time
 * @param waiting a mask of the nodes to which the arbiter grants nothing until, at any time or never, it begins to
 * @param faults how often at most
 * @param deepest how many moves away the farthest states are that are looked at
 */
record Scope(
        String name,
        int nodes,
        int present,
        boolean leased,
        int quorum,
        boolean ordered,
        boolean bareFirst,
        int waiting,
        Map<Fault, Integer> faults,
        int deepest,
        Flaw flaw) {

    Scope {
        Map<Fault, Integer> copy = new EnumMap<>(Fault.class);
        copy.putAll(faults);
        faults = Collections.unmodifiableMap(copy);
    }

    /** Nobody is there yet. */
    static Scope of(String name, int nodes) {
        return new Scope(name, nodes, 0, false, 0, false, false, 0, Map.of(), Integer.MAX_VALUE, Flaw.NONE);
    }

    /** The nodes with these numbers, from 1 on, are there, and have come to rest. */
    Scope settled(int... numbers) {
        return new Scope(
                name, nodes, mask(numbers), leased, quorum, ordered, bareFirst, waiting, faults, deepest, flaw);
    }

    private static int mask(int... numbers) {
        int mask = 0;
        for (int number : numbers) {
            mask |= 1 << (number - 1);
        }
        return mask;
    }

    Scope underLease() {
        return new Scope(name, nodes, present, true, quorum, ordered, bareFirst, waiting, faults, deepest, flaw);
    }

    /** Under a lease, which the arbiter does not grant to these at first, and perhaps never. */
    Scope waiting(int... numbers) {
        return new Scope(name, nodes, present, true, quorum, ordered, bareFirst, mask(numbers), faults, deepest, flaw);
    }

    boolean waits(int who) {
        return (waiting & 1 << who) != 0;
    }

    Scope withQuorum(int least) {
        return new Scope(name, nodes, present, leased, least, ordered, bareFirst, waiting, faults, deepest, flaw);
    }

    Scope inOrder() {
        return new Scope(name, nodes, present, leased, quorum, true, bareFirst, waiting, faults, deepest, flaw);
    }

    Scope openingLate() {
        return new Scope(name, nodes, present, leased, quorum, ordered, true, waiting, faults, deepest, flaw);
    }

    Scope with(Fault fault, int times) {
        if (times > Place.MOST_OF_A_FAULT) {
            throw new IllegalArgumentException(
                    fault + " happens at most " + Place.MOST_OF_A_FAULT + " times, not " + times);
        }
        Map<Fault, Integer> more = new EnumMap<>(Fault.class);
        more.putAll(faults);
        more.put(fault, times);
        return new Scope(name, nodes, present, leased, quorum, ordered, bareFirst, waiting, more, deepest, flaw);
    }

    Scope broken(Flaw by) {
        return new Scope(name, nodes, present, leased, quorum, ordered, bareFirst, waiting, faults, deepest, by);
    }

    /** Not everything, but so far. */
    Scope upTo(int moves) {
        return new Scope(name, nodes, present, leased, quorum, ordered, bareFirst, waiting, faults, moves, flaw);
    }

    int times(Fault fault) {
        return faults.getOrDefault(fault, 0);
    }

    @Override
    public String toString() {
        return name + " (" + nodes + " nodes" + (leased ? ", a lease" : "")
                + (waiting != 0 ? " that " + Cast.names(waiting) + " waits for" : "")
                + (quorum > 0 ? ", quorum " + quorum : "")
                + (ordered ? ", frames in order" : "") + (faults.isEmpty() ? "" : ", at most " + faults) + ")";
    }
}
