package dev.singleton.it;

import static dev.singleton.it.Figures.millis;
import static dev.singleton.it.Figures.say;
import static dev.singleton.it.Figures.spread;

import dev.singleton.it.Event.Kind;
import java.util.List;
import java.util.function.Consumer;

/**
 * What one move from {@code n1} to {@code n2} did.
 *
 * @param gap the longest time in which no message was handled, in nanoseconds
 * @param instanceGap from the last message of the old instance to the first of the new one
 * @param delay the longest time from telling to handling
 */
record Outcome(long gap, long instanceGap, long delay, long told, int lost, int dead, int repeated, int reordered) {

    /** Two nodes tell, together so many messages a second; then the host goes as it is made to. */
    static Outcome ofMove(Cluster cluster, String key, int perSecond, Consumer<Cluster> farewell) {
        cluster.traffic("n2", key, perSecond / 2);
        cluster.traffic("n3", key, perSecond / 2);
        awaitHandled(cluster, key, "n1#1", 5L * perSecond);
        farewell.accept(cluster);
        awaitHandled(cluster, key, "n2#1", 5L * perSecond);
        return of(cluster.quiet(key, "n2", "n3"));
    }

    private static void awaitHandled(Cluster cluster, String key, String life, long count) {
        cluster.timeLine.await(
                count + " messages on " + life,
                () -> cluster.timeLine.census(key).handledBy(life).count() >= count);
    }

    private static Outcome of(Census census) {
        long last = census.handledBy("n1#1").mapToLong(Event::nanos).max().orElseThrow();
        long next = census.handledBy("n2#1").mapToLong(Event::nanos).min().orElseThrow();
        return new Outcome(
                census.longestGap(),
                next - last,
                census.longestDelay(),
                census.told().values().stream().mapToLong(Long::longValue).sum(),
                census.unaccounted().size(),
                (int) census.of(Kind.DEAD).count(),
                census.repeated().size(),
                census.reordered().size());
    }

    static void summary(List<Outcome> outcomes) {
        say("  longest gap: " + spread(outcomes, Outcome::gap) + "; old instance to new: "
                + spread(outcomes, Outcome::instanceGap) + "; longest delay: " + spread(outcomes, Outcome::delay));
        say("  all runs: lost " + outcomes.stream().mapToInt(Outcome::lost).sum() + ", dead letters "
                + outcomes.stream().mapToInt(Outcome::dead).sum() + ", repeated "
                + outcomes.stream().mapToInt(Outcome::repeated).sum() + ", reordered "
                + outcomes.stream().mapToInt(Outcome::reordered).sum() + ", of "
                + outcomes.stream().mapToLong(Outcome::told).sum());
    }

    @Override
    public String toString() {
        return "longest gap " + millis(gap) + ", old instance to new " + millis(instanceGap)
                + ", longest delay of a message " + millis(delay) + "; of " + told + " told: " + lost + " lost, " + dead
                + " dead letters, " + repeated + " repeated, " + reordered + " reordered";
    }
}
