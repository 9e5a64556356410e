package dev.singleton.exploration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Goes through all states of a scope, the nearest first, so that the first promise that it finds broken has the shortest story. */
final class Explorer {

    /**
     * What came of it.
     *
     * @param states how many differ by more than names
     * @param complete whether there was none left, rather than that the depth was reached
     * @param broken the promise
     * @param story how it was broken
     */
    record Outcome(
            Scope scope,
            long states,
            long transitions,
            int depth,
            boolean complete,
            long millis,
            Optional<String> broken,
            Optional<Story> story,
            String roster) {

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s: %,d states, %,d transitions, depth %d%s, %,d ms; %s%s",
                    scope,
                    states,
                    transitions,
                    depth,
                    complete ? " (all)" : "",
                    millis,
                    roster,
                    broken.map(promise -> "; BROKEN: " + promise).orElse(""));
        }

        /** All that somebody needs who has to find out why. */
        String report() {
            return this + "\n" + story.map(Story::toString).orElse("");
        }
    }

    private final Scope scope;
    private final Roster roster;
    private final Rules rules;
    private final Prints prints;
    private final Moves moves;
    private final Calm calm;
    private final Visited visited = new Visited();

    private long transitions;
    private Optional<String> broken = Optional.empty();
    private int brokenParent;
    private long brokenPrint;
    private Frontier next = new Frontier();

    /** What goes wrong after the states that were looked at. */
    private Optional<String> later = Optional.empty();

    private boolean isLater;
    private int laterParent;
    private long laterPrint;

    private Explorer(Scope scope) {
        this.scope = scope;
        this.roster = new Roster(scope);
        this.rules = new Rules(scope, roster);
        this.prints = new Prints(scope, roster);
        this.moves = new Moves(scope, roster, rules);
        this.calm = new Calm(scope, roster, rules, prints);
    }

    static Outcome explore(Scope scope) {
        return new Explorer(scope).run();
    }

    private Outcome run() {
        long began = System.nanoTime();
        Place root = root();
        visited.add(prints.of(root), Visited.ROOT);
        next.add(root);
        Place place = new Place(scope.nodes());
        int reached = 0;
        int first = 0;
        lookAt(0, root);
        while (broken.isEmpty() && next.size() > 0 && reached < scope.deepest()) {
            Frontier level = next;
            next = new Frontier();
            int base = first;
            first = visited.count();
            level.forEach(place, (position, from) -> {
                if (broken.isEmpty()) {
                    int number = base + position;
                    moves.all(from, (move, who, argument, after, failed) -> follow(number, after, failed));
                }
            });
            reached++;
            if (Boolean.getBoolean("exploration.verbose")) {
                System.out.printf(
                        Locale.ROOT,
                        "  depth %d: %,d states, %,d to go on from; %s%n",
                        reached,
                        visited.count(),
                        next.size(),
                        roster);
            }
        }
        if (broken.isEmpty() && later.isPresent()) {
            fails(later.get(), laterParent, laterPrint);
            isLater = true;
        }
        Optional<Story> story = broken.map(promise -> story(promise, root));
        return new Outcome(
                scope,
                visited.count(),
                transitions,
                reached,
                next.size() == 0,
                (System.nanoTime() - began) / 1_000_000,
                broken,
                story,
                roster.toString());
    }

    /** The nodes that are there at first have come to rest; then the faults may begin. */
    private Place root() {
        Place root = new Place(scope.nodes());
        for (int who = 0; who < scope.nodes(); who++) {
            root.seats[who] = roster.number(new Seat(who));
        }
        for (int who = scope.nodes() - 1; who >= 0; who--) {
            if ((scope.present() & 1 << who) != 0) {
                int joining = who;
                moves.begin(root, (move, node, argument, after, failed) -> root.from(after));
                moves.ofNodes().ofMember(root, joining);
                calm.rest(root);
            }
        }
        scope.faults().forEach(root::allow);
        return root;
    }

    private void follow(int parent, Place after, Optional<String> failed) {
        if (broken.isPresent()) {
            return;
        }
        transitions++;
        long print = prints.of(after);
        if (failed.isPresent()) {
            fails(failed.get(), parent, print);
        } else if (visited.add(print, parent)) {
            next.add(after);
            lookAt(parent, after);
        }
    }

    /**
     * Something that goes wrong later, when this state is left alone, is met by itself when the depth allows it, by a story
     * that is shorter: so it is only kept until then.
     */
    private void lookAt(int parent, Place place) {
        Optional<Calm.Wrong> wrong = calm.wrong(place);
        if (wrong.isPresent() && wrong.get().here()) {
            fails(wrong.get().promise(), parent, prints.of(place));
        } else if (wrong.isPresent() && later.isEmpty()) {
            later = wrong.map(Calm.Wrong::promise);
            laterParent = parent;
            laterPrint = prints.of(place);
        }
    }

    private void fails(String promise, int parent, long print) {
        broken = Optional.of(promise);
        brokenParent = parent;
        brokenPrint = print;
    }

    // ---- the story

    private Story story(String promise, Place root) {
        List<Long> path = new ArrayList<>();
        path.add(brokenPrint);
        for (int number = brokenParent; number != Visited.ROOT; number = visited.parent(number)) {
            path.add(visited.print(number));
        }
        Collections.reverse(path);
        Story story = new Story(roster);
        Place place = new Place(scope.nodes());
        place.from(root);
        for (long print : path.subList(1, path.size())) {
            goTo(print, place, story);
        }
        if (promise.equals(Calm.DEAD_END) || isLater) {
            story.say("Left alone from here on:");
            calm.tell(place, story);
        }
        return story;
    }

    private void goTo(long print, Place place, Story story) {
        Place there = new Place(scope.nodes());
        boolean[] found = {false};
        moves.all(place, (move, who, argument, after, failed) -> {
            if (!found[0] && prints.of(after) == print) {
                found[0] = true;
                there.from(after);
                story.add(move, who, argument, failed);
            }
        });
        if (!found[0]) {
            throw new IllegalStateException(
                    "A state that was reached is not reached again; the story ends after\n" + story);
        }
        place.from(there);
    }
}
