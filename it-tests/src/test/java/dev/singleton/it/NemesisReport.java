package dev.singleton.it;

import static java.util.stream.Collectors.groupingBy;

import dev.singleton.it.Event.Kind;
import dev.singleton.it.Fates.End;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a run did and what became of it, as text: a function of its time line. */
final class NemesisReport {

    private final String title;
    private final NemesisJudge judge;
    private final List<Event> events;
    private final StringBuilder text = new StringBuilder();

    /** @param title says seed, mode, nodes and duration */
    NemesisReport(String title, List<Event> events, NemesisJudge judge) {
        this.title = title;
        this.events = events;
        this.judge = judge;
    }

    String text() {
        text.setLength(0);
        text.append(title).append(": ");
        text.append(judge.broken().isEmpty() ? "kept what is promised" : "BROKEN")
                .append(System.lineSeparator());
        judge.broken().stream().limit(50).forEach(each -> row("BROKEN", each));
        faults();
        messages();
        promises();
        gaps();
        return text.toString();
    }

    private void heading(String words) {
        text.append(words).append(System.lineSeparator());
    }

    private void row(String what, Object value) {
        text.append(String.format(Locale.ROOT, "  %-60s %s%n", what, value));
    }

    private void faults() {
        heading("Faults");
        Map<FaultKind, Integer> kinds = new TreeMap<>();
        judge.played.forEach(episode -> episode.kinds().forEach(kind -> kinds.merge(kind, 1, Integer::sum)));
        row("episodes", judge.played.size());
        kinds.forEach((kind, count) -> row(kind.label(), count));
        row("moves to another node", judge.count("moves"));
        row("starts of an instance", judge.lives.instances().size());
        row("lives of nodes", judge.lives.began().size());
    }

    private void messages() {
        heading("Messages of nodes that went on or left");
        row("told", judge.fates.told(false));
        row("handled", judge.fates.handled(false));
        row("dead letters that nobody handled", judge.fates.dead(false));
        row(
                "died with a host that was killed and had accepted them",
                judge.fates.missing(End.WITH_ITS_HOST).size());
        row("unaccounted (must be 0)", judge.fates.missing(End.LOST).size());
        heading("Messages of nodes that were killed, as far as something is known of them");
        row("told", judge.fates.told(true));
        row("handled", judge.fates.handled(true));
        row("dead letters that nobody handled", judge.fates.dead(true));
        row(
                "died with their teller, or with a host",
                judge.fates.missing(End.WITH_ITS_TELLER).size());
        heading("Dead letters of all nodes by reason");
        events.stream()
                .filter(event -> event.is(Kind.DEAD, Nemesis.KEY))
                .collect(groupingBy(event -> event.field(3), TreeMap::new, Collectors.counting()))
                .forEach(this::row);
        row("of these handled all the same", judge.count("dead and handled"));
    }

    private void promises() {
        heading("Promises");
        row("handled more than once (must be 0)", judge.count("repeated"));
        row("handled out of order without an excuse (must be 0)", judge.count("reordered"));
        row("the same with an excuse (lease or member lost)", judge.count("reordered, as it may be"));
        row("dead letters that may not be, or not be handled (must be 0)", notAllowed());
        row("double hosting that may not be (must be 0)", judge.count("double hosting"));
        row("two instances, after a member was removed that lived", judge.count("two instances, as there may be"));
        row("messages in hand while a successor started", judge.count(NemesisJudge.IN_HAND));
        row("writes that the fence refused", judge.count("writes that the fence refused"));
        row("episodes of planned moves only", judge.count("planned moves"));
        row("  lost, repeated, reordered, dead in these (must be 0)", judge.count("lost in a planned move"));
        row("  others, in which a live node was silent for too long", judge.count("planned moves, disturbed"));
        row("episodes after which the cluster did not settle (must be 0)", judge.count("liveness"));
    }

    private int notAllowed() {
        return judge.count("dead letter") + judge.count("dead yet handled");
    }

    /** For each kind of episode. */
    private void gaps() {
        heading("Longest time in which nothing was handled, from the first fault until the cluster had settled");
        row("kind", String.format(Locale.ROOT, "%8s %8s %8s %8s   settled after", "episodes", "p50", "p99", "max"));
        Map<String, List<Played>> kinds = judge.played.stream()
                .filter(episode -> episode.settled() != Long.MAX_VALUE)
                .collect(groupingBy(Played::label, TreeMap::new, Collectors.toList()));
        kinds.forEach((kind, episodes) -> gaps(kind, episodes));
        gaps("all", kinds.values().stream().flatMap(List::stream).toList());
    }

    private void gaps(String kind, List<Played> episodes) {
        long[] gaps = episodes.stream().mapToLong(this::gap).sorted().toArray();
        long[] settling = episodes.stream()
                .mapToLong(each -> each.settled() - each.healed())
                .sorted()
                .toArray();
        row(
                kind,
                String.format(
                        Locale.ROOT,
                        "%8d %8s %8s %8s   %s",
                        gaps.length,
                        seconds(quantile(gaps, 0.5)),
                        seconds(quantile(gaps, 0.99)),
                        seconds(quantile(gaps, 1)),
                        seconds(quantile(settling, 0.5)) + ", at most " + seconds(quantile(settling, 1))));
    }

    /** In nanoseconds. */
    private long gap(Played episode) {
        long longest = 0;
        long before = episode.begin();
        for (Event event : events) {
            if (event.is(Kind.HANDLED, Nemesis.KEY)) {
                if (event.nanos() > episode.begin() && before < episode.settled()) {
                    longest = Math.max(longest, event.nanos() - before);
                }
                before = event.nanos();
            }
        }
        return longest;
    }

    private static long quantile(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1];
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }

    /** All that happened but the handling of messages, a line each, with times from the first event. */
    static List<String> story(List<Event> events) {
        long zero = events.isEmpty() ? 0 : events.get(0).nanos();
        return events.stream()
                .filter(event -> !TimeLine.MANY.contains(event.kind()))
                .map(event -> String.format(
                        Locale.ROOT,
                        "%10.3f  %-9s %-10s %s",
                        (event.nanos() - zero) / 1e9,
                        event.life(),
                        event.kind(),
                        String.join("  ", event.fields())))
                .toList();
    }
}
