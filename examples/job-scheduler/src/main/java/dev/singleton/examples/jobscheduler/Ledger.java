package dev.singleton.examples.jobscheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts the numbered messages: what was sent, what was handled, what came twice or out of order, what is missing. */
final class Ledger {

    private final Map<String, Set<Long>> sent = new HashMap<>();
    private final Map<String, Set<Long>> handled = new HashMap<>();
    private final Map<String, Set<Long>> dead = new HashMap<>();
    private final List<Handling> handlings = new ArrayList<>();

    private record Handling(long at, String sender, long number) {}

    /** One chapter of the tour. */
    record Sum(int sent, int handled, int deadLetters, int missing, long repeated, long reordered, long gapMillis) {}

    synchronized void take(Report report) {
        String[] words = report.words();
        switch (report.verb()) {
            case "sent" -> of(sent, words[1]).add(Long.parseLong(words[2]));
            case "dead" -> of(dead, words[1]).add(Long.parseLong(words[2]));
            case "handled" -> {
                handlings.add(new Handling(report.at(), words[1], Long.parseLong(words[2])));
                of(handled, words[1]).add(Long.parseLong(words[2]));
            }
            default -> {
                // Everything else is not about messages.
            }
        }
    }

    private static Set<Long> of(Map<String, Set<Long>> map, String sender) {
        return map.computeIfAbsent(sender, name -> new HashSet<>());
    }

    /** Whether the fate of every message is known. */
    synchronized boolean complete() {
        return sum().missing() == 0;
    }

    synchronized Sum sum() {
        int missing = 0;
        for (Map.Entry<String, Set<Long>> entry : sent.entrySet()) {
            Set<Long> open = new HashSet<>(entry.getValue());
            open.removeAll(of(handled, entry.getKey()));
            open.removeAll(of(dead, entry.getKey()));
            missing += open.size();
        }
        return inOrderOfTime(size(sent), size(handled), size(dead), missing);
    }

    /** The lines of two JVMs may be read in either order; their times cannot be confused. */
    private Sum inOrderOfTime(int sentCount, int handledCount, int deadCount, int missing) {
        List<Handling> sorted = new ArrayList<>(handlings);
        sorted.sort(Comparator.comparingLong(Handling::at));
        Map<String, Long> last = new HashMap<>();
        Set<String> seen = new HashSet<>();
        long repeated = 0;
        long reordered = 0;
        long gap = 0;
        for (int i = 0; i < sorted.size(); i++) {
            Handling handling = sorted.get(i);
            repeated += seen.add(handling.sender() + handling.number()) ? 0 : 1;
            reordered += handling.number() < last.getOrDefault(handling.sender(), 0L) ? 1 : 0;
            last.put(handling.sender(), handling.number());
            gap = i == 0 ? 0 : Math.max(gap, handling.at() - sorted.get(i - 1).at());
        }
        return new Sum(sentCount, handledCount, deadCount, missing, repeated, reordered, gap / 1_000_000);
    }

    private static int size(Map<String, Set<Long>> map) {
        return map.values().stream().mapToInt(Set::size).sum();
    }

    /** A new chapter begins; numbers of the old one do not count any more. */
    synchronized void clear() {
        sent.clear();
        handled.clear();
        dead.clear();
        handlings.clear();
    }
}
