package dev.singleton.it;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a JVM holds after a full garbage collection.
 *
 * @param heap used, in bytes
 * @param threads alive
 * @param objects of classes of the library, not of its tests
 * @param asks of the library that wait for their answer
 * @param messages in outboxes, holds and mailboxes of the library
 */
record Footprint(long heap, int threads, long objects, long asks, long messages) {

    private static final String LIBRARY = "dev.singleton.";
    private static final String TESTS = "dev.singleton.it.";
    private static final String PENDING_ASK = "dev.singleton.node.Asks$Pending";
    private static final String MESSAGE = "dev.singleton.proxy.Envelope";

    static Footprint ofThisJvm() throws JMException {
        // Of live objects, which takes a full collection.
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        List<String[]> rows = histogram
                .lines()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(columns -> columns.length >= 4)
                .toList();
        return new Footprint(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                count(rows, name -> name.startsWith(LIBRARY) && !name.startsWith(TESTS)),
                count(rows, PENDING_ASK::equals),
                count(rows, MESSAGE::equals));
    }

    private static long count(List<String[]> rows, Predicate<String> names) {
        return rows.stream()
                .filter(row -> names.test(row[3]))
                .mapToLong(row -> Long.parseLong(row[1]))
                .sum();
    }

    /** For {@link #fromWords(String)} in another JVM. */
    String toWords() {
        return heap + " " + threads + " " + objects + " " + asks + " " + messages;
    }

    static Footprint fromWords(String words) {
        String[] parts = words.split(" ", -1);
        return new Footprint(
                Long.parseLong(parts[0]),
                Integer.parseInt(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "heap %.1f MiB, %d threads, %,d objects of the library, %d asks and %d messages that wait",
                heap / 1048576.0,
                threads,
                objects,
                asks,
                messages);
    }
}
