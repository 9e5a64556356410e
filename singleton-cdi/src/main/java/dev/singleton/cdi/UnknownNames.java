package dev.singleton.cdi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds settings that nobody reads, which are most often slips of the pen. Pure. Sources that do not list their names
 * are out of its reach.
 */
final class UnknownNames {

    private static final String ROOT = "singleton.";
    /** Of lease providers, whose settings only they know; those of our own are known here. */
    private static final String LEASE = "singleton.lease.";

    /** A slip changes at most one letter of three, and two in all. */
    private static final int SLIP_SHARE = 3;

    private static final int SLIP_MOST = 2;

    private final Set<String> types;
    private final List<String> known = new ArrayList<>(NodeSettings.KEYS);
    private final Set<String> knownAsVariables = new HashSet<>();

    /** @param types the names of the singletons that are declared */
    UnknownNames(Collection<String> types) {
        this.types = new TreeSet<>(types);
        known.addAll(LeaseSettings.KEYS);
        for (Attribute attribute : Attribute.values()) {
            known.add(TypeSettings.DEFAULT + attribute.key());
            types.forEach(type -> known.add(TypeSettings.TYPE + type + "." + attribute.key()));
        }
        known.forEach(key -> knownAsVariables.add(asVariable(key)));
    }

    /** A warning for each name that is ours by its beginning and that nobody reads, in the order of names. */
    List<String> warnings(Iterable<String> propertyNames) {
        Set<String> suspects = new TreeSet<>();
        for (String name : propertyNames) {
            boolean read = knownAsVariables.contains(asVariable(name)) && !underscored(name);
            if (name.startsWith(ROOT) && !read) {
                suspects.add(name);
            }
        }
        return suspects.stream().flatMap(name -> warning(name).stream()).toList();
    }

    private Optional<String> warning(String name) {
        if (name.startsWith(LEASE) && !name.startsWith(LeaseSettings.CP)) {
            // Another provider may read it: only what looks like a slip is worth a warning.
            String withProvider = LeaseSettings.CP + name.substring(LEASE.length());
            Optional<String> leftOut = nearest(withProvider, LeaseSettings.KEYS);
            return leftOut.or(() -> nearest(name, known)).map(near -> unread(name, Optional.of(near)));
        }
        if (!name.startsWith(TypeSettings.TYPE)) {
            return Optional.of(unread(name, nearest(name, known)));
        }
        String rest = name.substring(TypeSettings.TYPE.length());
        int dot = rest.indexOf('.');
        String type = dot < 0 ? rest : rest.substring(0, dot);
        if (types.contains(type) || dot < 0) {
            return Optional.of(unread(name, nearest(name, known)));
        }
        String attribute = rest.substring(dot + 1);
        if (!Attribute.KEYS.contains(attribute)) {
            return Optional.of(unread(
                    name, nearest(attribute, Attribute.KEYS).map(near -> TypeSettings.TYPE + type + "." + near)));
        }
        // A singleton that a program starts by hand may bear the name: only what looks like a slip is worth a warning.
        return nearest(type, types).map(near -> unread(name, Optional.of(TypeSettings.TYPE + near + "." + attribute)));
    }

    private static String unread(String name, Optional<String> near) {
        return "The setting " + name + " is read by nobody"
                + near.map(better -> "; did you mean " + better + "?").orElse("");
    }

    private static Optional<String> nearest(String name, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate -> distance(name, candidate) <= Math.min(SLIP_MOST, candidate.length() / SLIP_SHARE))
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)));
    }

    /** A key in small letters with the underscores of a variable is read by nobody. */
    private boolean underscored(String name) {
        return name.indexOf('_') >= 0 && !known.contains(name);
    }

    /** How an environment variable spells the key; some sources list that, or a dotted form made from it. */
    private static String asVariable(String key) {
        return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    /** How many letters must be changed, added or left out to come from one text to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
