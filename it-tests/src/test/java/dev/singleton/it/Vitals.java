package dev.singleton.it;

import com.hazelcast.core.HazelcastInstance;
import dev.singleton.SingletonKey;
import dev.singleton.hazelcast.Intruder;
import dev.singleton.node.SingletonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * What shows from inside whether a node has suffered.
 *
 * @param heap used bytes after garbage collections
 * @param uncaught exceptions that ended a thread, since the start
 * @param alarms how often code of a {@link Trap} has run
 * @param rejections what the node has counted as refused
 * @param transport what its transport has counted
 * @param threads the names of the threads that live as long as the node
 */
record Vitals(
        long heap, int uncaught, int alarms, long rejections, Map<String, Long> transport, TreeSet<String> threads) {

    private static final AtomicInteger UNCAUGHT = new AtomicInteger();

    /** Names of threads that come and go with the work. */
    private static final List<String> PASSING =
            List.of("singleton-worker-", "singleton-spare", "pool-", "ForkJoinPool", "Attach Listener");

    /** Of Hazelcast's, those that stay; it has pools beside them whose threads come and go. */
    private static final List<String> HAZELCAST =
            List.of("-operation.thread", ".IO.thread", ".event", ".response", "Monitor", ".migration");

    /** From now on each thread of this JVM that dies of an exception counts. */
    static void watch() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            UNCAUGHT.incrementAndGet();
            thrown.printStackTrace();
        });
    }

    /** Of this JVM, now. */
    static String take(HazelcastInstance member, SingletonNode node, SingletonKey<?> key) {
        TreeSet<String> names = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> PASSING.stream().noneMatch(name::contains))
                .filter(name -> !name.startsWith("hz.") || HAZELCAST.stream().anyMatch(name::contains))
                .collect(Collectors.toCollection(TreeSet::new));
        return String.join(
                ";",
                String.valueOf(usedHeap()),
                String.valueOf(UNCAUGHT.get()),
                String.valueOf(Alarm.rings()),
                String.valueOf(node.status(key).orElseThrow().stats().routingRejections()),
                Intruder.countsOf(member).entrySet().stream()
                        .map(count -> count.getKey() + "=" + count.getValue())
                        .collect(Collectors.joining(",")),
                String.join(",", names));
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 2; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    static Vitals parse(String text) {
        String[] parts = text.split(";", -1);
        Map<String, Long> counts = new TreeMap<>();
        for (String count : parts[4].split(",", -1)) {
            String[] pair = count.split("=", 2);
            counts.put(pair[0], Long.parseLong(pair[1]));
        }
        return new Vitals(
                Long.parseLong(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Long.parseLong(parts[3]),
                counts,
                new TreeSet<>(Arrays.asList(parts[5].split(",", -1))));
    }

    /** By how much the transport's count of this name is larger than it was. */
    long more(String count, Vitals before) {
        return transport.getOrDefault(count, 0L) - before.transport().getOrDefault(count, 0L);
    }
}
