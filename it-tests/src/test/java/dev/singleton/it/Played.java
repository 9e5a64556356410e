package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An {@link Episode} as it was played: read from the time line.
 *
 * @param kinds of its faults
 * @param text what was done
 * @param begin when its first fault began
 * @param healed when all was made good
 * @param settled when the cluster had settled; the largest number when it never did
 */
record Played(int number, List<FaultKind> kinds, String text, long begin, long healed, long settled) {

    /** Verbs of {@link Kind#FAULT}, beside those of the harness. */
    static final String BEGIN = "episode";

    static final String HEALED = "made-good";
    static final String SETTLED = "settled";
    /** The run ended early; with the reason. */
    static final String UNSETTLED = "unsettled";

    static Event begin(long nanos, Episode episode) {
        String kinds = String.join(
                " ", episode.faults().stream().map(fault -> fault.kind().name()).toList());
        return new Event(
                nanos,
                Event.OBSERVER,
                Kind.FAULT,
                List.of(BEGIN, String.valueOf(episode.number()), kinds, episode.toString()));
    }

    static Event mark(long nanos, String verb, Episode episode) {
        return new Event(nanos, Event.OBSERVER, Kind.FAULT, List.of(verb, String.valueOf(episode.number())));
    }

    /** All that have begun. */
    static List<Played> of(List<Event> events) {
        List<Played> all = new ArrayList<>();
        for (Event event : events) {
            if (event.kind() != Kind.FAULT) {
                continue;
            }
            Played last = all.isEmpty() ? null : all.get(all.size() - 1);
            if (event.field(0).equals(BEGIN)) {
                List<FaultKind> kinds = Arrays.stream(event.field(2).split(" ", -1))
                        .map(FaultKind::valueOf)
                        .toList();
                all.add(new Played(
                        (int) event.number(1), kinds, event.field(3), event.nanos(), Long.MAX_VALUE, Long.MAX_VALUE));
            } else if (last != null && event.field(0).equals(HEALED)) {
                all.set(all.size() - 1, last.healedAt(event.nanos()));
            } else if (last != null && event.field(0).equals(SETTLED)) {
                all.set(all.size() - 1, last.settledAt(event.nanos()));
            }
        }
        return all;
    }

    private Played healedAt(long nanos) {
        return new Played(number, kinds, text, begin, nanos, settled);
    }

    private Played settledAt(long nanos) {
        return new Played(number, kinds, text, begin, healed, nanos);
    }

    boolean planned() {
        return kinds.stream().allMatch(FaultKind::planned);
    }

    /** The name of its kind in reports: that of its fault, or of the first and "with" the second. */
    String label() {
        return String.join(" with ", kinds.stream().map(FaultKind::label).toList());
    }
}
