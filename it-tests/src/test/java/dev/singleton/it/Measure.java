package dev.singleton.it;

import static dev.singleton.it.Figures.load;
import static dev.singleton.it.Figures.say;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Measures what a user sees: three JVMs on loopback, with the settings of the library as they are.
 *
 * <pre>{@code
 * mvn -pl it-tests -am verify -DskipTests -DskipITs -Dmeasure
 * }</pre>
 *
 * <p>{@code -Dmeasure=moves}, {@code kills}, {@code loop} or {@code asks} measures one thing, as do {@code leased-moves},
 * {@code leased-kills}, {@code isolation} and {@code rest} under a lease; {@code -Dmeasure.runs=20} says how often; both are the arguments of {@code main}, in the other order. Prints one line a run, with the load of the
 * machine at that time, and a summary.
 */
public final class Measure {

    private static final String COUNTER = "counter";
    private static final int PER_SECOND = 200;
    private static final int LOOP = 400_000;
    private static final int ROUND_TRIPS = 5_000;

    private final int runs;

    private Measure(int runs) {
        this.runs = runs;
    }

    /** See the class. */
    public static void main(String[] args) throws IOException {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        String what = args.length > 1 ? args[1] : "all";
        Measure measure = new Measure(runs);
        boolean all = what.equals("all");
        say("Java " + System.getProperty("java.version") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors; load " + load());
        if (all || what.equals("moves")) {
            measure.moves("Planned hand-over, the host leaves", cluster -> cluster.leave("n1"));
        }
        if (all || what.equals("kills")) {
            measure.moves("kill -9 of the host, default settings", cluster -> cluster.kill("n1"));
        }
        if (all || what.equals("loop")) {
            measure.loop();
        }
        if (all || what.equals("asks")) {
            measure.asks();
        }
        new MeasureLeases(runs).measure(what);
    }

    /** The host goes; two other nodes tell, together so many messages a second. */
    private void moves(String how, Consumer<Cluster> farewell) throws IOException {
        say(how + ", " + PER_SECOND + " messages a second from the two other nodes");
        List<Outcome> outcomes = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            Outcome outcome = move(farewell);
            outcomes.add(outcome);
            say("  run " + run + ", load " + load() + ": " + outcome);
        }
        Outcome.summary(outcomes);
    }

    private static Outcome move(Consumer<Cluster> farewell) {
        try (Cluster cluster = new Cluster("measure-move", Spec.of(COUNTER))) {
            cluster.startThree();
            return Outcome.ofMove(cluster, COUNTER, PER_SECOND, farewell);
        }
    }

    /** A loop of tells on another node than the host, until the last one is handled. */
    private void loop() throws IOException {
        say(LOOP + " tells in a loop on another node than the host");
        try (Cluster cluster =
                new Cluster("measure-loop", Spec.of(COUNTER).silently().withOutboxCapacity(LOOP))) {
            cluster.start("n1");
            cluster.start("n2", "n3");
            cluster.awaitHost(COUNTER, "n1");
            for (int run = 1; run <= runs; run++) {
                loop(cluster, run);
            }
        }
    }

    private static void loop(Cluster cluster, int run) throws IOException {
        NodeProcess teller = cluster.node("n2");
        long begin = System.nanoTime();
        teller.obey("tell", COUNTER, String.valueOf(LOOP), "0");
        long told = System.nanoTime();
        // Answered after all that was told before: one ask is enough, when it is given the time.
        String tally = teller.obey("ask-patiently", COUNTER);
        long handled = System.nanoTime();
        say(String.format(
                Locale.ROOT,
                "  run %d, load %s: told in %d ms; handled after %d ms: %,d messages a second; host, handled, faults: %s",
                run,
                load(),
                Duration.ofNanos(told - begin).toMillis(),
                Duration.ofNanos(handled - begin).toMillis(),
                (long) (LOOP / ((handled - begin) / 1e9)),
                tally));
    }

    /** Asks and plain executor calls from one JVM to another, in turns. */
    private void asks() throws IOException {
        say(ROUND_TRIPS
                + " round trips of each kind, one at a time, in turns: ask, and IExecutorService.submitToMember");
        try (Cluster cluster = new Cluster("measure-asks", Spec.of(COUNTER).silently())) {
            cluster.start("n1");
            cluster.start("n2", "n3");
            cluster.awaitHost(COUNTER, "n1");
            List<long[]> all = new ArrayList<>();
            // The first run warms up.
            for (int run = 0; run <= runs; run++) {
                String[] micros = cluster.node("n2")
                        .obey("round-trips", COUNTER, String.valueOf(ROUND_TRIPS))
                        .split(" ", -1);
                String figures = "ask p50 " + micros[0] + " us, p99 " + micros[1] + " us; executor p50 " + micros[2]
                        + " us, p99 " + micros[3] + " us";
                say("  " + (run == 0 ? "warm-up" : "run " + run) + ", load " + load() + ": " + figures);
                if (run > 0) {
                    all.add(Arrays.stream(micros).mapToLong(Long::parseLong).toArray());
                }
            }
            say("  medians: ask p50 " + median(all, 0) + " us, p99 " + median(all, 1) + " us; executor p50 "
                    + median(all, 2) + " us, p99 " + median(all, 3) + " us");
        }
    }

    private static long median(List<long[]> runs, int figure) {
        return runs.stream()
                .map(run -> run[figure])
                .sorted(Comparator.naturalOrder())
                .toList()
                .get(runs.size() / 2);
    }
}
