package dev.singleton.it;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Where nodes live. */
interface Site extends AutoCloseable {

    /** Most nodes that it has room for. */
    int MOST = 5;

    /** The address of the node with this number, counted from 1: the larger the number, the later in the order. */
    String host(int number);

    int port(int number);

    /** What a command begins with that is to run where this node lives. */
    List<String> launcher(int number);

    /** From now on nothing that this node sends comes to that one; where that cannot be done, the test is skipped. */
    default void cutOneWay(int from, int to) {
        Assumptions.abort("Skipped: on loopback nothing can be cut");
    }

    /** From now on what is sent between these two waits so long at each of them; where that cannot be, the test is skipped. */
    default void slow(int one, int other, Duration delay) {
        Assumptions.abort("Skipped: there is nothing between these nodes that could be slow");
    }

    /** From now on so many percent of the chunks sent between these two are lost at first, as {@link Link} says. */
    default void drop(int one, int other, int percent) {
        Assumptions.abort("Skipped: there is nothing between these nodes that could lose something");
    }

    /** Undoes all that was done to the network. */
    default void heal() {
        // Nothing was.
    }

    @Override
    void close();
}
