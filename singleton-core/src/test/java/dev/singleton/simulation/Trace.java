package dev.singleton.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened, as records; made into text only when somebody wants to read it. */
final class Trace {

    /** One thing that happened to somebody. */
    record Line(long at, String who, String what, Object subject) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%9.3f s  %-9s %-10s %s", at / 1000.0, who, what, subject);
        }
    }

    private final Timeline timeline;
    private final List<Line> lines = new ArrayList<>();

    Trace(Timeline timeline) {
        this.timeline = timeline;
    }

    void add(String who, String what, Object subject) {
        lines.add(new Line(timeline.now(), who, what, subject));
    }

    List<Line> lines() {
        return lines;
    }

    /** Equal for two runs of one seed, whatever process they ran in. */
    long digest() {
        long digest = 17;
        for (Line line : lines) {
            digest = digest * 1_000_003 + line.toString().hashCode();
        }
        return digest;
    }
}
