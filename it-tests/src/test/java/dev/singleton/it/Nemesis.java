package dev.singleton.it;

import static dev.singleton.it.Figures.load;
import static dev.singleton.it.Figures.say;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Random faults and traffic from all nodes for a given time; then a judgement by {@code docs/guarantees.md}, a report and a
 * picture, in {@code target/nemesis}. See {@code docs/nemesis.md}.
 *
 * <pre>{@code
 * mvn -pl it-tests -am verify -DskipTests -DskipITs -Dnemesis[=seed] -Dnemesis.duration=10m -Dnemesis.lease=cp
 * }</pre>
 *
 * <p>Arguments: the seed or {@code random}; the duration; {@code none}, {@code quorum} or {@code cp}; the number of nodes. More
 * than ten minutes are played in rounds, each with the next seed and a cluster of its own. The exit code is 1 when a promise
 * was broken; the round with it is the last one.
 */
public final class Nemesis {

    /** The type name of the singleton. */
    static final String KEY = "counter";

    private static final Duration ROUND = Duration.ofMinutes(10);
    private static final int PER_SECOND = 20;
    /** So that a crash has a chance to come in the middle of a hand-over. */
    private static final Duration POST_STOP = Duration.ofMillis(60);

    /** Seconds of silence, as the library has it. */
    private static final int REMOVED_AFTER = 5;
    /** A leader of the CP group that is cut off costs the holder nothing, as 5 + 1 + 1 < 10 - 2. */
    private static final NodeSettings LEASED = NodeSettings.withLeases(
            Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(2), REMOVED_AFTER);

    private final Mode mode;
    private final FaultPlan plan;
    private final String title;
    private final Path directory;

    private Nemesis(long seed, Duration duration, Mode mode, int nodes, Site site) {
        List<String> names =
                IntStream.rangeClosed(1, nodes).mapToObj(number -> "n" + number).toList();
        this.mode = mode;
        this.plan = FaultPlan.of(seed, duration, names, kinds(mode, nodes, site));
        this.title = String.format(Locale.ROOT, "Seed %d, %s, %d nodes, %s", seed, text(mode), nodes, duration);
        this.directory = Path.of("target", "nemesis", mode.name().toLowerCase(Locale.ROOT) + "-" + seed);
    }

    private static String text(Mode mode) {
        return switch (mode) {
            case NONE -> "lease=none";
            case QUORUM -> "lease=none with a quorum";
            case CP -> "lease=cp";
        };
    }

    /** Of three CP members two may not be away for good at one time. */
    private static List<FaultKind> kinds(Mode mode, int nodes, Site site) {
        return FaultPlan.kinds(site).stream()
                .filter(kind -> kind != FaultKind.TWO_KILLS || mode != Mode.CP || nodes >= 5)
                .toList();
    }

    /** See the class. */
    public static void main(String[] args) throws IOException {
        long seed = args.length == 0 || args[0].equals("random")
                ? ThreadLocalRandom.current().nextInt(1_000_000)
                : Long.parseLong(args[0]);
        Duration left = args.length > 1 ? duration(args[1]) : ROUND;
        Mode mode = Mode.valueOf((args.length > 2 ? args[2] : "cp").toUpperCase(Locale.ROOT));
        int nodes = args.length > 3 ? Integer.parseInt(args[3]) : Site.MOST;
        while (left.compareTo(Duration.ZERO) > 0) {
            Duration round = left.compareTo(ROUND) < 0 ? left : ROUND;
            say("load " + load());
            List<String> broken = run(seed, round, mode, nodes, site(nodes));
            if (!broken.isEmpty()) {
                System.exit(1);
            }
            left = left.minus(round);
            seed++;
        }
        System.exit(0);
    }

    /** Where all kinds of faults can be done, if networks can be cut here at all. */
    private static Site site(int nodes) {
        Site site = CutNetwork.orLoopback();
        if (site instanceof CutNetwork) {
            site.close();
            return ForwardedNetwork.orSkip(nodes);
        }
        return site;
    }

    /** {@code 10m}, {@code 90s}, {@code 8h} or ISO-8601. */
    private static Duration duration(String text) {
        return Duration.parse(text.startsWith("P") ? text : "PT" + text.toUpperCase(Locale.ROOT));
    }

    /**
     * Plays one round and writes what became of it.
     *
     * @param site is closed in the end
     * @return what was broken, as sentences
     */
    static List<String> run(long seed, Duration duration, Mode mode, int nodes, Site site) throws IOException {
        Nemesis nemesis = new Nemesis(seed, duration, mode, nodes, site);
        say(nemesis.plan + "\nKinds: " + kinds(mode, nodes, site));
        List<Event> events;
        try (NemesisRun run = new NemesisRun(
                "nemesis-" + mode + "-" + seed, site, nemesis.settings(), nemesis.spec(), nemesis.plan, PER_SECOND)) {
            events = run.play();
        }
        return nemesis.tell(events);
    }

    private NodeSettings settings() {
        int nodes = plan.nodes().size();
        return (mode.leased() ? LEASED.withCpMembers(nodes) : NodeSettings.quick(REMOVED_AFTER)).listing(nodes);
    }

    private Spec spec() {
        Spec spec = mode.guard(Spec.of(KEY).withPostStop(POST_STOP));
        return mode == Mode.QUORUM ? spec.with(options -> options.quorum(quorum())) : spec;
    }

    private int quorum() {
        return mode == Mode.QUORUM ? plan.nodes().size() / 2 + 1 : 0;
    }

    private List<String> tell(List<Event> events) throws IOException {
        NemesisJudge judge = new NemesisJudge(KEY, events, mode.leased(), quorum());
        String report = new NemesisReport(title, events, judge).text();
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("report.txt"), report);
        Files.writeString(directory.resolve("plot.svg"), new NemesisPlot(title, events, judge).svg());
        List<String> story = new ArrayList<>(List.of(plan.toString(), ""));
        story.addAll(NemesisReport.story(events));
        Files.write(directory.resolve("time-line.txt"), story);
        if (!judge.broken().isEmpty()) {
            // Messages too: thousands of lines, which only a broken promise is worth.
            Files.write(
                    directory.resolve("events.txt"),
                    events.stream().map(Event::toString).toList());
        }
        say(report);
        say("Report, picture and time line: " + directory.toAbsolutePath());
        return judge.broken();
    }
}
