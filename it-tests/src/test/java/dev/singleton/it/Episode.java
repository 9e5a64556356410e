package dev.singleton.it;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Faults that belong together. When they are over, all is made good and the cluster has to settle.
 *
 * @param calm for so long nothing is done before it, once the cluster has settled from the one before
 */
record Episode(int number, Duration calm, List<Fault> faults) {

    Episode {
        faults = List.copyOf(faults);
    }

    Duration lasts() {
        return faults.stream().map(Fault::end).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** Only what may cost no message anything. */
    boolean planned() {
        return faults.stream().allMatch(fault -> fault.kind().planned());
    }

    /** The name of its kind in reports: that of its fault, or of all of them. */
    String label() {
        return faults.stream().map(fault -> fault.kind().label()).sorted().collect(Collectors.joining(" + "));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%3d  after a calm of %.1f s: ", number, calm.toMillis() / 1e3)
                + faults.stream()
                        .map(fault -> fault.after().isZero()
                                ? fault.toString()
                                : String.format(
                                                Locale.ROOT,
                                                "after %.1f s ",
                                                fault.after().toMillis() / 1e3)
                                        + fault)
                        .collect(Collectors.joining("; "));
    }
}
