package dev.singleton.it;

import static dev.singleton.it.Figures.load;
import static dev.singleton.it.Figures.millis;
import static dev.singleton.it.Figures.say;
import static dev.singleton.it.Figures.spread;

import dev.singleton.Placement;
import dev.singleton.it.Event.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** What {@link Measure} measures under a lease. */
final class MeasureLeases {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 200;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    /** The kernel's unit of CPU time in {@code /proc}, whatever its timer does. */
    private static final double TICKS_PER_SECOND = 100;

    private static final NodeSettings DEFAULTS = NodeSettings.withLeases();
    private static final NodeSettings SHORT =
            NodeSettings.withLeases(Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMillis(1500), 5);

    private final int runs;

    MeasureLeases(int runs) {
        this.runs = runs;
    }

    void measure(String what) throws IOException {
        boolean all = what.equals("all");
        if (all || what.equals("leased-moves")) {
            moves("Planned hand-over under a lease, the host leaves", DEFAULTS, "n2", cluster -> cluster.leave("n1"));
        }
        if (all || what.equals("leased-kills")) {
            kills("session-ttl 5 s, heartbeat 1 s", SHORT);
            kills("session-ttl 15 s, heartbeat 2 s", DEFAULTS);
        }
        if (all || what.equals("rest")) {
            rest(DEFAULTS, Spec.leased("rest"), 1);
            rest(DEFAULTS, Spec.leased("rest"), 1000);
            rest(DEFAULTS, Spec.of("rest"), 1000);
        }
        if (all || what.equals("isolation")) {
            // Last, because it ends the program where networks cannot be cut.
            isolation("session-ttl 15 s, margin 3 s, max-no-heartbeat 5 s", DEFAULTS);
        }
    }

    private void kills(String how, NodeSettings settings) throws IOException {
        moves("kill -9 of the host, " + how, settings, "n2", cluster -> cluster.kill("n1"));
        moves("kill -9 of the host, which leads the CP group, " + how, settings, "n1", cluster -> cluster.kill("n1"));
    }

    private void moves(String how, NodeSettings settings, String cpLeader, Consumer<Cluster> farewell)
            throws IOException {
        say(how + ", " + PER_SECOND + " messages a second from the two other nodes");
        List<Outcome> outcomes = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            try (LeasedCluster cluster = LeasedCluster.ofThree("measure-leases", settings, Spec.leased(COUNTER))) {
                cluster.makeLeader(cpLeader);
                Outcome outcome = Outcome.ofMove(cluster, COUNTER, PER_SECOND, farewell);
                outcomes.add(outcome);
                say("  run " + run + ", load " + load() + ": " + outcome);
            }
        }
        Outcome.summary(outcomes);
    }

    /**
     * When a host was cut off.
     *
     * @param toStop from the cut to the begin of {@code postStop}, in nanoseconds
     * @param toStart from the cut to the start of the next instance
     */
    private record Isolation(long toStop, long toStart, Outcome outcome) {
        @Override
        public String toString() {
            return "stopped after " + millis(toStop) + ", the next one started after " + millis(toStart) + "; "
                    + outcome;
        }
    }

    private void isolation(String how, NodeSettings settings) throws IOException {
        say("Isolation of the host, " + how + ", " + PER_SECOND + " messages a second from the two other nodes");
        List<Isolation> isolations = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            Isolation isolation = isolation(settings);
            isolations.add(isolation);
            say("  run " + run + ", load " + load() + ": " + isolation);
        }
        say("  cut to stop: " + spread(isolations, Isolation::toStop) + "; cut to next start: "
                + spread(isolations, Isolation::toStart));
        Outcome.summary(isolations.stream().map(Isolation::outcome).toList());
    }

    private static Isolation isolation(NodeSettings settings) {
        CutNetwork network = CutNetwork.orSkip();
        try (LeasedCluster cluster =
                LeasedCluster.ofThree("measure-isolation", network, settings, Spec.leased(COUNTER))) {
            long[] cut = new long[1];
            Outcome outcome = Outcome.ofMove(cluster, COUNTER, PER_SECOND, all -> {
                cut[0] = System.nanoTime();
                all.partition(List.of("n1"), List.of("n2", "n3"));
            });
            Event stopping = cluster.timeLine.await("the stop", cut[0], event -> event.is(Kind.STOPPING, COUNTER));
            Event started = cluster.timeLine.await("the next start", cut[0], event -> event.is(Kind.STARTED, COUNTER));
            return new Isolation(stopping.nanos() - cut[0], started.nanos() - cut[0], outcome);
        }
    }

    /** Nobody tells anything: what hosting costs then, by the three nodes together. */
    private void rest(NodeSettings settings, Spec spec, int types) throws IOException {
        say("At rest, " + types + " types, lease " + spec.options().lease() + ", spread over the three nodes");
        try (LeasedCluster cluster = LeasedCluster.ofThree("measure-rest", settings, Spec.leased(COUNTER))) {
            cluster.hostMany(spec.withPlacement(Placement.SPREAD), types);
            for (int run = 1; run <= runs; run++) {
                long begin = System.nanoTime();
                double cpu = cpuSeconds(cluster);
                long committed = cluster.committed();
                cluster.timeLine.await("a window", () -> System.nanoTime() - begin > WINDOW.toNanos());
                double seconds = (System.nanoTime() - begin) / 1e9;
                say(String.format(
                        Locale.ROOT,
                        "  run %d, load %s: %.2f %% of one CPU by all three, %.2f CP operations a second",
                        run,
                        load(),
                        100 * (cpuSeconds(cluster) - cpu) / seconds,
                        (cluster.committed() - committed) / seconds));
            }
        }
    }

    private static double cpuSeconds(LeasedCluster cluster) throws IOException {
        double ticks = 0;
        for (String node : cluster.nodes()) {
            String stat = Files.readString(Path.of("/proc/" + cluster.node(node).pid() + "/stat"));
            // Behind the name of the program, which may have blanks: fields 14 and 15, user and system time.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
        return ticks / TICKS_PER_SECOND;
    }
}
