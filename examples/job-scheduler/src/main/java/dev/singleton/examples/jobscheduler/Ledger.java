package dev.singleton.examples.jobscheduler;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Counts the numbered messages: what was sent, what was handled, what came twice or out of order, what is missing. */
final class Ledger {

    private final Map<String, Set<Long>> sent = new HashMap<>();
    private final Map<String, Set<Long>> handled = new HashMap<>();
    private final Map<String, Set<Long>> dead = new HashMap<>();
    private final Map<String, Long> last = new HashMap<>();
    private long repeated;
    private long reordered;
    private long lastHandledAt;
    private long longestGap;

    /** One chapter of the tour. */
    record Sum(int sent, int handled, int deadLetters, int missing, long repeated, long reordered, long gapMillis) {}

    synchronized void take(Report report) {
        String[] words = report.words();
        switch (report.verb()) {
            case "sent" -> of(sent, words[1]).add(Long.parseLong(words[2]));
            case "dead" -> of(dead, words[1]).add(Long.parseLong(words[2]));
            case "handled" -> handled(words[1], Long.parseLong(words[2]), report.at());
            default -> {
                // Everything else is not about messages.
            }
        }
    }

    private void handled(String sender, long number, long at) {
        if (!of(handled, sender).add(number)) {
            repeated++;
        }
        if (number < last.getOrDefault(sender, 0L)) {
            reordered++;
        }
        last.put(sender, number);
        if (lastHandledAt != 0) {
            longestGap = Math.max(longestGap, at - lastHandledAt);
        }
        lastHandledAt = at;
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
        return new Sum(size(sent), size(handled), size(dead), missing, repeated, reordered, longestGap / 1_000_000);
    }

    private static int size(Map<String, Set<Long>> map) {
        return map.values().stream().mapToInt(Set::size).sum();
    }

    /** A new chapter begins; numbers of the old one do not count any more. */
    synchronized void clear() {
        sent.clear();
        handled.clear();
        dead.clear();
        repeated = 0;
        reordered = 0;
        longestGap = 0;
        lastHandledAt = 0;
    }
}
