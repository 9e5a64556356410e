package dev.singleton.it;

import static dev.singleton.it.Figures.load;
import static dev.singleton.it.Figures.millis;
import static dev.singleton.it.Figures.say;

import dev.singleton.it.Event.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A long run at half of the throughput that this machine shows at its begin: three JVMs tell all the time and ask beside it,
 * and every ten seconds the singleton moves. At the end all must be as at the begin, and no message lost.
 *
 * <pre>{@code
 * mvn -pl it-tests -am verify -DskipTests -DskipITs -Dsoak=1h
 * }</pre>
 *
 * <p>The process ends with 1 when a message was lost, repeated, reordered or a dead letter, an ask failed, or something was
 * left behind.
 */
public final class Soak {

    private static final String COUNTER = "counter";
    private static final int LOOP = 400_000;
    private static final int ASKS_PER_SECOND = 100;
    private static final Duration WARM_UP = Duration.ofSeconds(60);
    /** Longer than moves take. */
    private static final Duration BETWEEN_MOVES = Duration.ofSeconds(10);
    /** What a JVM may hold more than at the begin: what it compiles, caches of the platform. */
    private static final long HEAP_GROWTH = 8 << 20;
    /** Pools that grow with the load keep a thread for a while. */
    private static final int THREAD_GROWTH = 4;

    private final Cluster cluster;
    private final List<String> faults = new ArrayList<>();

    private Soak(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Argument 0: how long, such as {@code 1h} or {@code 90s}. */
    public static void main(String[] args) throws IOException {
        Duration time = Duration.parse("PT" + args[0]);
        // One second of messages waits on each node while the singleton moves.
        Spec spec = Spec.of(COUNTER).silently().withOutboxCapacity(LOOP).withBufferSize(LOOP);
        try (Cluster cluster = new Cluster("soak", spec)) {
            cluster.startThree();
            Soak soak = new Soak(cluster);
            soak.soak(time);
            if (!soak.faults.isEmpty()) {
                say("BROKEN: " + String.join("\n  ", soak.faults));
                System.exit(1);
            }
        }
    }

    private void soak(Duration time) throws IOException {
        long throughput = throughput();
        int each = (int) (throughput / 2 / cluster.nodes().size());
        say(String.format(
                Locale.ROOT,
                "Throughput %,d messages a second; for %s each of three nodes tells %,d and asks %d a second",
                throughput,
                time,
                each,
                ASKS_PER_SECOND));
        // Pools and caches grow to their size: the begin is after that.
        run(WARM_UP, each);
        Map<String, Footprint> begin = footprints();
        say("At the begin: " + begin);
        run(time, each);
        Map<String, Footprint> end = footprints();
        long patience = System.nanoTime() + TimeLine.PATIENCE.toNanos();
        // Idle threads of pools end after a minute or so.
        while (!grown(begin, end).isEmpty() && System.nanoTime() < patience) {
            end = footprints();
        }
        say("At the end: " + end);
        faults.addAll(grown(begin, end));
        cluster.nodes().forEach(node -> cluster.node(node).obey("stop", COUNTER));
        judge();
    }

    private void run(Duration time, int each) throws IOException {
        cluster.trafficFromAll(COUNTER, each);
        cluster.nodes().forEach(node -> {
            var unused = cluster.node(node).command("ask-steadily", COUNTER, String.valueOf(ASKS_PER_SECOND));
        });
        long moves = moveUntil(System.nanoTime() + time.toNanos());
        endAsks();
        say(String.format(Locale.ROOT, "%,d moves, %,d messages told so far", moves, endTells()));
    }

    /** Messages a second that one node tells and another one handles; the last of three runs, since the first ones warm up. */
    private long throughput() {
        long perSecond = 0;
        for (int run = 0; run < 3; run++) {
            long begin = System.nanoTime();
            cluster.node("n2").obey("tell", COUNTER, String.valueOf(LOOP), "0");
            cluster.node("n2").obey("ask-patiently", COUNTER);
            perSecond = (long) (LOOP / ((System.nanoTime() - begin) / 1e9));
        }
        return perSecond;
    }

    /** In pairs, so that it ends where it began. */
    private long moveUntil(long end) throws IOException {
        long moves = 0;
        long nextWord = System.nanoTime();
        while (System.nanoTime() < end) {
            for (int i = 0; i < 2; i++) {
                long next = System.nanoTime() + BETWEEN_MOVES.toNanos();
                cluster.timeLine.await("the time of the next move", () -> System.nanoTime() > next);
                move();
                moves++;
            }
            if (System.nanoTime() > nextWord) {
                nextWord = System.nanoTime() + Duration.ofMinutes(5).toNanos();
                say("  " + moves + " moves, load " + load() + ", node 1 handled: "
                        + cluster.node("n1").obey("ask-patiently", COUNTER));
            }
        }
        return moves;
    }

    /** From n1, which hosts while it can, to n2, or back. */
    private void move() {
        boolean away = cluster.node("n1").obey("hosting", COUNTER).equals("1");
        if (away) {
            cluster.node("n1").obey("stop", COUNTER);
        } else {
            cluster.hostOn("n1");
        }
        cluster.awaitHost(COUNTER, away ? "n2" : "n1");
    }

    private void endAsks() {
        for (String node : cluster.nodes()) {
            String[] counts = cluster.node(node).obey("asks", COUNTER).split(" ", -1);
            say("  " + node + " asked " + counts[0] + ", answered " + counts[1] + ", failed " + counts[2]);
            if (!counts[2].equals("0")) {
                faults.add(counts[2] + " asks of " + node + " failed");
            }
        }
    }

    private long endTells() {
        long told = 0;
        for (String node : cluster.nodes()) {
            told += Long.parseLong(cluster.node(node).obey("quiet", COUNTER));
            // Answered after all that this node told.
            cluster.node(node).obey("ask-patiently", COUNTER);
        }
        return told;
    }

    private Map<String, Footprint> footprints() {
        Map<String, Footprint> all = new TreeMap<>();
        for (String node : cluster.nodes()) {
            all.put(node, Footprint.fromWords(cluster.node(node).obey("footprint")));
        }
        return all;
    }

    /** What is more than at the begin. */
    private static List<String> grown(Map<String, Footprint> begin, Map<String, Footprint> end) {
        List<String> grown = new ArrayList<>();
        begin.forEach((node, before) -> {
            Footprint after = end.get(node);
            if (after.heap() > before.heap() + HEAP_GROWTH) {
                grown.add("the heap of " + node);
            }
            if (after.threads() > before.threads() + THREAD_GROWTH) {
                grown.add("the threads of " + node);
            }
            if (after.asks() > 0 || after.messages() > 0) {
                grown.add("what waits on " + node);
            }
        });
        return grown;
    }

    /** Every instance has said what it handled: together, each number of each sender once, in order. */
    private void judge() {
        Census census = cluster.timeLine.census(COUNTER);
        Map<String, Long> next = new TreeMap<>();
        census.of(Kind.ROW).forEach(row -> {
            long expected = next.getOrDefault(row.field(1), 1L);
            if (row.number(2) != expected || row.number(4) != 0) {
                faults.add("after " + row.field(1) + "'s message " + (expected - 1) + " came " + row);
            }
            next.put(row.field(1), row.number(3) + 1);
        });
        census.told().forEach((sender, told) -> {
            if (next.getOrDefault(sender, 1L) != told + 1) {
                faults.add(sender + " told " + told + ", and " + (next.getOrDefault(sender, 1L) - 1) + " arrived");
            }
        });
        if (census.deadLetters().size() > 0) {
            faults.add(census.deadLetters().size() + " dead letters");
        }
        if (census.peakInstances() != 1) {
            faults.add(census.peakInstances() + " instances at one time");
        }
        List<Event> starts = census.of(Kind.STARTED).toList();
        List<Event> stops = census.of(Kind.STOPPED).toList();
        long worst = 0;
        for (int i = 1; i < starts.size(); i++) {
            worst = Math.max(worst, starts.get(i).nanos() - stops.get(i - 1).nanos());
        }
        say("  lost, repeated, reordered: " + (faults.isEmpty() ? "0" : faults) + "; between two instances at most "
                + millis(worst));
    }
}
