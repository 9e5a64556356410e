package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether nodes that live ever may have lost sight of each other: by a fault of the network, by standing still, or because
 * the machine was too slow. A pure function of a time line; kills and planned moves alone disturb nothing.
 *
 * @param faults those that cut, slow or pause
 * @param losses views from which a living node had vanished
 * @param removals those of the losses for which no such fault accounts: the machine was too slow
 */
record Disturbance(List<Event> faults, List<Loss> losses, List<Loss> removals) {

    /** A view from which nodes had vanished although they were members. */
    record Loss(Event view, Set<String> vanished) {}

    private static final Set<String> BEGIN = Set.of("partition", "cutOneWay", "slow", "drop", "pause");

    static Disturbance of(List<Event> events) {
        List<Event> faults = events.stream()
                .filter(event -> event.kind() == Kind.FAULT && BEGIN.contains(event.field(0)))
                .toList();
        Losses losses = new Losses();
        events.forEach(losses::next);
        return new Disturbance(faults, List.copyOf(losses.all), List.copyOf(losses.unaccountedFor));
    }

    boolean any() {
        return !faults.isEmpty() || !removals.isEmpty();
    }

    /** Whether none of these nodes ever lost sight of another of them. */
    boolean keptSight(String... nodes) {
        Set<String> asked = Set.of(nodes);
        return losses.stream()
                .filter(loss -> asked.contains(name(loss.view().life())))
                .allMatch(loss -> Collections.disjoint(asked, loss.vanished()));
    }

    private static String name(String life) {
        return life.substring(0, life.indexOf('#'));
    }

    /** Goes through the time line. */
    private static final class Losses {

        private final Set<String> members = new HashSet<>();
        private final Set<String> paused = new HashSet<>();
        private final Map<String, Set<String>> views = new HashMap<>();
        private final List<Loss> all = new ArrayList<>();
        private final List<Loss> unaccountedFor = new ArrayList<>();
        private boolean cut;
        /** From a fault until all is healed and all see each other again. */
        private boolean disturbed;

        void next(Event event) {
            switch (event.kind()) {
                case READY -> members.add(event.life());
                case GONE -> ended(event.life());
                case FAULT -> fault(event.field(0), event.field(1));
                case VIEW -> saw(event);
                default -> {
                    // Says nothing about who sees whom.
                }
            }
            if (!cut && paused.isEmpty() && allSeeAll()) {
                disturbed = false;
            }
        }

        private void ended(String life) {
            members.remove(life);
            paused.remove(life);
            views.remove(life);
        }

        private void fault(String verb, String subjects) {
            switch (verb) {
                case "kill", "leave" -> ended(subjects);
                case "pause" -> paused.add(subjects);
                case "resume" -> paused.remove(subjects);
                case "heal" -> cut = false;
                case "partition", "cutOneWay", "slow", "drop" -> cut = true;
                default -> {
                    // A start.
                }
            }
            disturbed |= BEGIN.contains(verb);
        }

        private void saw(Event event) {
            Set<String> now = new HashSet<>(Arrays.asList(event.field(0).split(" ", -1)));
            Set<String> vanished = new HashSet<>(views.getOrDefault(event.life(), Set.of()));
            views.put(event.life(), now);
            vanished.removeAll(now);
            vanished.retainAll(names());
            if (vanished.isEmpty()) {
                return;
            }
            Loss loss = new Loss(event, vanished);
            all.add(loss);
            if (!disturbed) {
                unaccountedFor.add(loss);
            }
        }

        private Set<String> names() {
            Set<String> names = new HashSet<>();
            members.forEach(life -> names.add(name(life)));
            return names;
        }

        private boolean allSeeAll() {
            Set<String> names = names();
            return members.stream().allMatch(life -> names.equals(views.get(life)));
        }
    }
}
