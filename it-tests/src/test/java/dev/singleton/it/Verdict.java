package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Census.Message;
import dev.singleton.it.Event.Kind;
import dev.singleton.it.Fates.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a time line, with the faults on it, says of one singleton: whether what docs/guarantees.md promises was kept. A pure
 * function of the time line.
 *
 * @param census counts over the same time line
 * @param instances in the order of their starts
 * @param fates of the messages
 * @param disturbance whether living nodes may have lost sight of each other
 */
record Verdict(Census census, List<Instance> instances, Fates fates, Disturbance disturbance) {

    static Verdict of(String key, List<Event> events) {
        Lives lives = new Lives(key, events);
        Fates fates = new Fates(key, events, lives);
        return new Verdict(new Census(key, events), lives.instances(), fates, Disturbance.of(events));
    }

    /** Pairs of instances of which both lived at one time, whether the lease of the first was still valid or not. */
    List<List<Instance>> overlaps() {
        List<List<Instance>> pairs = new ArrayList<>();
        for (int i = 0; i < instances.size(); i++) {
            for (int j = i + 1; j < instances.size(); j++) {
                if (instances.get(i).overlaps(instances.get(j))) {
                    pairs.add(List.of(instances.get(i), instances.get(j)));
                }
            }
        }
        return pairs;
    }

    /** The instances that had stopped neither by themselves nor with their JVM. */
    List<Instance> living() {
        return instances.stream().filter(each -> each.to() == Long.MAX_VALUE).toList();
    }

    /** Each promise that was broken, as a sentence; none when all is well. */
    List<String> broken(Mode mode) {
        List<String> broken = new ArrayList<>();
        tell(broken, "handled twice", census.repeated());
        tell(broken, "handled although its dead letter says that it was not", fates.wronglyDead());
        tell(broken, "neither handled nor a dead letter, and nothing explains it", fates.missing(End.LOST));
        if (mode.leased()) {
            new Tokens(instances, census.of(Kind.WRITTEN).toList())
                    .broken()
                    .forEach((what, cases) -> tell(broken, what, cases));
            tell(broken, "handled by an instance whose successor had started", handledBySuperseded());
        }
        if (undisturbed()) {
            tell(broken, "handled after a later one of the same sender", census.reordered());
            tell(broken, "two instances at one time", overlaps());
            if (census.events().stream().noneMatch(event -> isFault(event, "kill"))) {
                tell(broken, "dead letters of planned moves", deadInPlannedMoves());
                tell(
                        broken,
                        "dead letters that were handled",
                        List.copyOf(fates.deadYetHandled().keySet()));
            }
        }
        return broken;
    }

    /** But for those that the teller's node has refused as it says that it disagrees with another one. */
    private List<Map.Entry<Message, String>> deadInPlannedMoves() {
        List<String> disagree =
                census.of(Kind.INCOMPATIBLE).map(Event::life).distinct().toList();
        return census.deadLetters().entrySet().stream()
                .filter(dead -> !dead.getValue().equals("INCOMPATIBLE")
                        || !disagree.contains(dead.getKey().sender()))
                .toList();
    }

    /** Nobody lost sight of anybody, no lease ran out, and everybody answered in time: crashes and planned moves only. */
    boolean undisturbed() {
        return !disturbance.any()
                && census.of(Kind.LEASE_LOST).findAny().isEmpty()
                && census.of(Kind.TIMED_OUT).findAny().isEmpty();
    }

    private static void tell(List<String> broken, String what, List<?> cases) {
        if (!cases.isEmpty()) {
            broken.add(cases.size() + " " + what + ", such as " + cases.subList(0, Math.min(5, cases.size())));
        }
    }

    static boolean isFault(Event event, String verb) {
        return event.kind() == Kind.FAULT && event.field(0).equals(verb);
    }

    /**
     * Under a lease nothing is handled by an instance after its successor has started, but for the one message that a JVM
     * may have had in hand when it was made to stand still.
     */
    private List<Event> handledBySuperseded() {
        List<Event> found = new ArrayList<>();
        for (int i = 0; i + 1 < instances.size(); i++) {
            Instance old = instances.get(i);
            long successor = instances.get(i + 1).from();
            List<Event> late = census.handledBy(old.life())
                    .filter(event -> old.livesAt(event.nanos()) && event.nanos() > successor)
                    .toList();
            boolean paused = census.events().stream()
                    .anyMatch(event ->
                            isFault(event, "pause") && event.field(1).equals(old.life()) && old.livesAt(event.nanos()));
            found.addAll(late.subList(paused ? Math.min(1, late.size()) : 0, late.size()));
        }
        return found;
    }

    /** Fails with each promise that was broken, and what happened. */
    Verdict assertKept(Mode mode) {
        assertThat(broken(mode)).as("broken promises\n%s", this).isEmpty();
        return this;
    }

    /**
     * Fails when there were other starts and stops than these. On a machine so slow that some of these nodes lost sight of
     * each other without a fault, nothing can be said.
     */
    Verdict assertMoves(List<String> inSight, String... moves) {
        if (disturbance.keptSight(inSight.toArray(String[]::new))) {
            assertThat(census.moves()).as("moves\n%s", this).containsExactly(moves);
        }
        return this;
    }

    /** Fails when a message was lost, repeated or reordered, or a letter died; silent where {@link #inSight} is false. */
    Verdict assertFlawless(List<String> nodes) {
        if (inSight(nodes)) {
            census.assertFlawless();
        }
        return this;
    }

    /** Fails when an instance did not go on with the count of those before; silent where {@link #inSight} is false. */
    Verdict assertWarm(List<String> nodes) {
        if (inSight(nodes)) {
            census.assertWarm();
        }
        return this;
    }

    /**
     * Whether these nodes never lost sight of each other, no lease ran out, and everybody answered in time. Without a fault
     * that may be false too, on a machine that is too slow.
     */
    private boolean inSight(List<String> nodes) {
        return disturbance.keptSight(nodes.toArray(String[]::new))
                && census.of(Kind.LEASE_LOST).findAny().isEmpty()
                && census.of(Kind.TIMED_OUT).findAny().isEmpty();
    }

    /** Fails when another life of a node, or more than one, has an instance. */
    Verdict assertHost(String life) {
        assertThat(living())
                .as("instances at the end\n%s", this)
                .extracting(Instance::life)
                .containsExactly(life);
        return this;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "told %d, handled %d, dead letters %s (handled all the same %d), repeated %d, reordered %d,%n",
                fates.told(true) + fates.told(false),
                fates.handled(true) + fates.handled(false),
                fates.deadLetters(),
                fates.deadYetHandled().size(),
                census.repeated().size(),
                census.reordered().size()));
        text.append(String.format(
                "lost with a host %d, of killed tellers %d, unexplained %d; instances %d, overlapping pairs %d%n",
                fates.missing(End.WITH_ITS_HOST).size(),
                fates.missing(End.WITH_ITS_TELLER).size(),
                fates.missing(End.LOST).size(),
                instances.size(),
                overlaps().size()));
        census.events().stream()
                .filter(event -> !TimeLine.MANY.contains(event.kind()))
                .limit(200)
                .forEach(event -> text.append(event).append('\n'));
        return text.toString();
    }
}
