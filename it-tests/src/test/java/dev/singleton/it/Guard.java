package dev.singleton.it;

import dev.singleton.SingletonContext;
import java.sql.SQLException;

/** Where an instance writes under its fencing token; one for each JVM and store. Safe for threads. */
interface Guard {

    /** The number of the write with which an instance begins: from then on its predecessors can write no more. */
    long BEGIN = -2;

    /** The number of the last write, in {@code postStop}. */
    long END = -1;

    /** Writes what was done, or reports that it was refused. */
    void write(SingletonContext<TestMessage> context, String sender, long number)
            throws SQLException, InterruptedException;
}
