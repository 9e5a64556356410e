package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A time line that is written by hand, one event a millisecond. */
final class Script {

    private static final String KEY = "counter";

    private final List<Event> events = new ArrayList<>();

    /** These nodes are members and see each other. */
    Script members(String... lives) {
        String names = String.join(
                " ",
                Arrays.stream(lives)
                        .map(life -> life.substring(0, life.indexOf('#')))
                        .toList());
        Arrays.stream(lives).forEach(life -> add(life, Kind.READY).add(life, Kind.VIEW, names));
        return this;
    }

    Script sees(String life, String names) {
        return add(life, Kind.VIEW, names);
    }

    Script started(String life) {
        return add(life, Kind.STARTED, KEY, "0", "");
    }

    Script started(String life, long token) {
        return add(life, Kind.STARTED, KEY, "0", String.valueOf(token));
    }

    Script stopped(String life) {
        return add(life, Kind.STOPPED, KEY, "");
    }

    /** These numbers of this sender, one after the other, each told half a millisecond before. */
    Script handled(String life, String sender, long... numbers) {
        for (long number : numbers) {
            add(
                    life,
                    Kind.HANDLED,
                    KEY,
                    sender,
                    String.valueOf(number),
                    String.valueOf((events.size() + 1) * 1_000_000L - 500_000));
        }
        return this;
    }

    Script dead(String sender, long number, String reason) {
        return add(sender, Kind.DEAD, KEY, sender, String.valueOf(number), reason);
    }

    Script told(String sender, long count) {
        return add(sender, Kind.TOLD, KEY, String.valueOf(count));
    }

    Script written(String life, long token) {
        return add(life, Kind.WRITTEN, KEY, life, "0", String.valueOf(token));
    }

    Script fault(String verb, String subjects) {
        return add(Event.OBSERVER, Kind.FAULT, verb, subjects);
    }

    /** Killed, with all that was in it. */
    Script killed(String life) {
        return fault("kill", life).add(life, Kind.GONE, "");
    }

    Script add(String life, Kind kind, String... fields) {
        events.add(new Event((events.size() + 1) * 1_000_000L, life, kind, List.of(fields)));
        return this;
    }

    Verdict verdict() {
        return Verdict.of(KEY, events);
    }
}
