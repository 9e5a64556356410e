package dev.singleton.it;

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

    /** Undoes all cuts. */
    default void heal() {
        // There are none.
    }

    @Override
    void close();
}
