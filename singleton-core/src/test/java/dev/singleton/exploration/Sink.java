package dev.singleton.exploration;

import java.util.Optional;

/** Takes what may follow from a state. */
@FunctionalInterface
interface Sink {

    /**
     * Takes one.
     *
     * @param who of the move
     * @param argument a letter, a timer or a list, as the move says
     * @param after to be read at once: it is used again
     * @param broken the promise that was broken
     */
    void take(Move move, int who, int argument, Place after, Optional<String> broken);
}
