package dev.singleton.control;

import dev.singleton.wire.Frame.HostTerms;
import dev.singleton.wire.Frame.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the terms of two nodes for one singleton differ.
 *
 * @param incompatible what must be equal everywhere; empty when it is
 * @param notable what may differ
 */
record Agreement(String incompatible, String notable) {

    static final Agreement FULL = new Agreement("", "");

    /** Characters of a value in a text. */
    private static final int LONGEST = 200;

    static Agreement of(Terms mine, Terms theirs) {
        if (mine.equals(theirs)) {
            return FULL;
        }
        List<String> incompatible = new ArrayList<>();
        List<String> notable = new ArrayList<>();
        compare(incompatible, "message type", mine.messageType(), theirs.messageType());
        if (bothStateRole(mine, theirs)) {
            compare(incompatible, "role", mine.role(), theirs.role());
        }
        if (mine.host().isPresent() && theirs.host().isPresent()) {
            HostTerms ours = mine.host().get();
            HostTerms others = theirs.host().get();
            compare(incompatible, "placement", ours.placement(), others.placement());
            compare(incompatible, "quorum", String.valueOf(ours.quorum()), String.valueOf(others.quorum()));
            compare(incompatible, "lease", ours.lease(), others.lease());
            compareTimings(notable, ours.timings(), others.timings());
        }
        return new Agreement(String.join("; ", incompatible), String.join("; ", notable));
    }

    /** A node that only references a singleton need not know the role; what it states must be right. */
    private static boolean bothStateRole(Terms mine, Terms theirs) {
        boolean mineCounts = mine.host().isPresent() || !mine.role().isEmpty();
        boolean theirsCounts = theirs.host().isPresent() || !theirs.role().isEmpty();
        return mineCounts && theirsCounts;
    }

    private static void compare(List<String> differences, String name, String mine, String theirs) {
        if (!mine.equals(theirs)) {
            differences.add(name + " is '" + shortened(mine) + "' here and '" + shortened(theirs) + "' there");
        }
    }

    /** What a peer says goes into the log, events and readiness. */
    private static String shortened(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + "...";
    }

    private static void compareTimings(List<String> differences, List<String> mine, List<String> theirs) {
        for (String setting : mine) {
            String name = setting.substring(0, setting.indexOf('=') + 1);
            Optional<String> other = theirs.stream()
                    .filter(candidate -> candidate.startsWith(name))
                    .findFirst();
            other.filter(value -> !value.equals(setting))
                    .ifPresent(
                            value -> differences.add(shortened(setting) + " here and " + shortened(value) + " there"));
        }
    }

    boolean compatible() {
        return incompatible.isEmpty();
    }
}
