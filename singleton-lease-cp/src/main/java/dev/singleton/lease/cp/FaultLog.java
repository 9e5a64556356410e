package dev.singleton.lease.cp;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What no thread expects, an {@link Error} above all: a thread that ends of it would leave locks behind, and losses untold,
 * so it goes on. Each kind is told once. Any thread.
 */
final class FaultLog {

    private static final Logger LOG = System.getLogger(FaultLog.class.getName());

    private final String name;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** @param name of the node */
    FaultLog(String name) {
        this.name = name;
    }

    /** @param where a name for what has failed, out of a small number */
    void tell(String where, Throwable fault) {
        if (told.add(where + fault.getClass().getName())) {
            LOG.log(
                    Level.ERROR,
                    name + ": " + where
                            + " failed, and goes on. Unless the JVM is at its end, this is a fault of the library",
                    fault);
        }
    }
}
