package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run as a picture (SVG): messages handled per second above, below it a row for each node that shows when it was up, hosted,
 * stood still or was cut, with a mark for each fault. A function of the time line.
 */
final class NemesisPlot {

    private static final int LEFT = 46;
    private static final int WIDTH = 1100;
    private static final int CURVE = 90;
    private static final int TOP = 58;
    private static final int ROW = 26;
    /** At most so many columns of the curve, so that the picture of a long run stays small. */
    private static final int COLUMNS = 600;

    private static final String UP = "#d5dbe3";
    private static final String HOSTS = "#2e8b57";
    private static final String PAUSED = "#5b7fd6";
    private static final String CUT = "#e8912d";
    private static final String MARK = "#b3261e";

    private final String title;
    private final List<Event> events;
    private final NemesisJudge judge;
    private final long zero;
    private final long end;
    private final Map<String, Integer> rows = new TreeMap<>();
    private final StringBuilder svg = new StringBuilder();

    /** @param events in the order of time, one at least */
    NemesisPlot(String title, List<Event> events, NemesisJudge judge) {
        this.title = title;
        this.events = events;
        this.judge = judge;
        // The start of the nodes is no part of the picture.
        this.zero = events.stream()
                .filter(event -> event.is(Kind.HANDLED, Nemesis.KEY))
                .findFirst()
                .orElse(events.get(0))
                .nanos();
        this.end = events.get(events.size() - 1).nanos();
        judge.lives.began().keySet().stream().map(Lives::node).sorted().forEach(node -> rows.putIfAbsent(node, 0));
        int number = 0;
        for (Map.Entry<String, Integer> row : rows.entrySet()) {
            row.setValue(number++);
        }
    }

    String svg() {
        int height = y(rows.size()) + 70;
        line(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='11'>",
                LEFT + WIDTH + 16, height);
        line("<rect width='100%%' height='100%%' fill='white'/>");
        text(LEFT, 16, "font-weight='bold'", title);
        faults();
        curve();
        nodes();
        axis();
        legend(height - 12);
        return svg.append("</svg>\n").toString();
    }

    private void line(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private void text(double x, double y, String how, String words) {
        String escaped = words.replace("&", "&amp;").replace("<", "&lt;");
        line("<text x='%.1f' y='%.1f' %s>%s</text>", x, y, how, escaped);
    }

    private double x(long nanos) {
        return LEFT + (double) WIDTH * (Math.max(zero, Math.min(nanos, end)) - zero) / Math.max(1, end - zero);
    }

    private static int y(int row) {
        return TOP + CURVE + 14 + row * ROW;
    }

    /** Where an episode lasts, pale, from its first fault until the cluster had settled; and its letters above. */
    private void faults() {
        for (Played episode : judge.played) {
            double from = x(episode.begin());
            double to = x(episode.settled());
            line(
                    "<rect x='%.1f' y='%d' width='%.1f' height='%d' fill='%s' fill-opacity='0.08'/>",
                    from, TOP - 14, Math.max(0.5, to - from), y(rows.size()) - TOP + 14, MARK);
            String signs = String.join(
                    "", episode.kinds().stream().map(FaultKind::sign).toList());
            text(from, TOP - 18 - 11 * (episode.number() % 2), "fill='" + MARK + "'", signs);
        }
    }

    private void curve() {
        int columns = (int) Math.max(1, Math.min(COLUMNS, (end - zero) / 1_000_000_000L));
        int[] handled = new int[columns];
        double width = (double) (end - zero) / columns;
        events.stream()
                .filter(event -> event.is(Kind.HANDLED, Nemesis.KEY))
                .forEach(event -> handled[(int) Math.min(columns - 1, (event.nanos() - zero) / width)]++);
        double second = 1e9 / width;
        double most = 1;
        for (int count : handled) {
            most = Math.max(most, count * second);
        }
        // What had waited comes at once: such peaks are cut, or nothing else would be seen.
        most = Math.min(most, Math.max(1, 3 * second * quantile(handled, 0.8)));
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < columns; i++) {
            double height = CURVE * Math.min(1, handled[i] * second / most);
            points.append(
                    String.format(Locale.ROOT, "%.1f,%.1f ", LEFT + (i + 0.5) * WIDTH / columns, TOP + CURVE - height));
        }
        line(
                "<polygon points='%d,%d %s%d,%d' fill='#9db4c0' stroke='#3d5a6c' stroke-width='0.6'/>",
                LEFT, TOP + CURVE, points, LEFT + WIDTH, TOP + CURVE);
        text(LEFT - 4, TOP + 8, "text-anchor='end'", String.valueOf(Math.round(most)));
        text(LEFT - 4, TOP + CURVE, "text-anchor='end'", "0");
        text(LEFT + 4, TOP + 8, "fill='#3d5a6c'", "handled per second (higher peaks are cut)");
    }

    private static int quantile(int[] counts, double part) {
        int[] sorted = counts.clone();
        Arrays.sort(sorted);
        return sorted[(int) (part * (sorted.length - 1))];
    }

    private void nodes() {
        rows.forEach((node, row) -> text(LEFT - 6, y(row) + 14, "text-anchor='end'", node));
        judge.lives
                .began()
                .forEach((life, from) ->
                        bar(Lives.node(life), from, judge.lives.goneAt(life).orElse(end), 4, 12, UP));
        judge.lives.instances().forEach(instance -> bar(instance.node(), instance.from(), instance.to(), 4, 12, HOSTS));
        Map<String, Long> since = new HashMap<>();
        for (Event event : events) {
            if (event.kind() == Kind.FAULT) {
                fault(event, since);
            }
        }
        since.forEach((subject, from) -> done(subject, from, end));
    }

    /** What stands still has the name of its life as its subject, what is cut that of its node. */
    private void fault(Event event, Map<String, Long> since) {
        String subjects = event.field(1);
        switch (event.field(0)) {
            case "pause" -> since.put(subjects, event.nanos());
            case "resume" -> finish(subjects, event, since);
            case "kill" -> {
                finish(subjects, event, since);
                mark(Lives.node(subjects), event.nanos(), "kill");
            }
            case "leave" -> mark(Lives.node(subjects), event.nanos(), "leave");
            case "partition" -> cut(subjects.substring(0, subjects.indexOf(" |")), event, since);
            case "cutOneWay" -> cut(subjects.substring(0, subjects.indexOf(' ')), event, since);
            case "slow", "drop" -> cut(subjects, event, since);
            case "heal" -> rows.keySet().forEach(node -> finish(node, event, since));
            default -> {
                // Not drawn.
            }
        }
    }

    private void cut(String nodes, Event event, Map<String, Long> since) {
        for (String node : nodes.split(" ", -1)) {
            if (rows.containsKey(node)) {
                since.putIfAbsent(node, event.nanos());
            }
        }
    }

    private void finish(String subject, Event event, Map<String, Long> since) {
        Long from = since.remove(subject);
        if (from != null) {
            done(subject, from, event.nanos());
        }
    }

    private void done(String subject, long from, long to) {
        boolean paused = subject.contains("#");
        bar(Lives.node(subject), from, to, paused ? 7 : 17, paused ? 6 : 4, paused ? PAUSED : CUT);
    }

    private void bar(String node, long from, long to, int top, int height, String colour) {
        line(
                "<rect x='%.1f' y='%d' width='%.1f' height='%d' fill='%s'/>",
                x(from), y(rows.get(node)) + top, Math.max(0.7, x(to) - x(from)), height, colour);
    }

    private void mark(String node, long at, String verb) {
        double x = x(at);
        int y = y(rows.get(node)) + 10;
        if (verb.equals("kill")) {
            line("<path d='M%.1f %d l6 6 m0 -6 l-6 6' stroke='%s' stroke-width='1.6'/>", x - 3, y - 3, MARK);
        } else {
            line("<circle cx='%.1f' cy='%d' r='3' fill='white' stroke='%s' stroke-width='1.4'/>", x, y, MARK);
        }
    }

    private void axis() {
        int y = y(rows.size()) + 4;
        double seconds = (end - zero) / 1e9;
        int step = seconds > 1200 ? 300 : seconds > 300 ? 60 : seconds > 90 ? 20 : 10;
        line("<path d='M%d %d H%d' stroke='black' stroke-width='0.8'/>", LEFT, y, LEFT + WIDTH);
        for (int second = 0; second <= seconds; second += step) {
            double x = x(zero + second * 1_000_000_000L);
            line("<path d='M%.1f %d v4' stroke='black' stroke-width='0.8'/>", x, y);
            text(x, y + 15, "text-anchor='middle'", second + " s");
        }
    }

    private void legend(int y) {
        List<String[]> bars = List.of(
                new String[] {UP, "up"},
                new String[] {HOSTS, "hosts"},
                new String[] {PAUSED, "stands still"},
                new String[] {CUT, "cut, slow or lossy"},
                new String[] {MARK, "x killed, o leaves; pale: until the cluster has settled"});
        double x = LEFT;
        for (String[] bar : bars) {
            line("<rect x='%.1f' y='%d' width='12' height='9' fill='%s'/>", x, y - 28, bar[0]);
            text(x + 16, y - 20, "", bar[1]);
            x += 30 + 6.2 * bar[1].length();
        }
        List<String> signs = new ArrayList<>();
        for (FaultKind kind : FaultKind.values()) {
            signs.add(kind.sign() + " " + kind.label());
        }
        text(LEFT, y, "fill='" + MARK + "'", String.join(",  ", signs));
    }
}
