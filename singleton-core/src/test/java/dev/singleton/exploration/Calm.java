package dev.singleton.exploration;

import dev.singleton.manager.Timer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of a state when it is left alone. One fair continuation without further faults, and without anything that
 * the application would have to do: everything that is on its way arrives, dead members are noticed, stops end, and when
 * nothing is under way any more each timer that is armed fires once, the short ones first, and so on. It depends on nothing
 * but the state; so a state is no dead end when this leads to one that is known to be none, and each state costs a step or
 * two. It is more than that some way leads on: this one way does, from everywhere.
 */
final class Calm {

    static final String DEAD_END = "no dead end: left alone, exactly one eligible node comes to host";

    private static final int LONGEST = 5_000;

    /** The order in which they fire, as that of their lengths. */
    private static final List<Timer> TIMERS =
            List.of(Timer.REASK, Timer.RETRY, Timer.PARTING, Timer.LEASE, Timer.HAND_OVER);

    private final Roster roster;
    private final Rules rules;
    private final Prints prints;
    private final Moves moves;
    private final NodeMoves nodeMoves;
    private final LeaseMoves leaseMoves;
    private final LongSet good = new LongSet();
    private final LongSet bad = new LongSet();
    /** Those of them that come again and again. */
    private final LongSet stuck = new LongSet();

    private final Set<Long> onPath = new HashSet<>();

    /** What was done, for a story; empty when nobody listens. */
    private Optional<Story> story = Optional.empty();

    private final Place place;
    private final Place after;
    private boolean moved;
    private Optional<String> broken = Optional.empty();

    Calm(Scope scope, Roster roster, Rules rules, Prints prints) {
        this.roster = roster;
        this.rules = rules;
        this.prints = prints;
        this.moves = new Moves(scope, roster, rules);
        this.nodeMoves = moves.ofNodes();
        this.leaseMoves = moves.ofLeases();
        this.place = new Place(scope.nodes());
        this.after = new Place(scope.nodes());
    }

    /**
     * What is wrong with a state that is left alone.
     *
     * @param here it is stuck in this very state, rather than in one that follows
     */
    record Wrong(String promise, boolean here) {}

    Optional<Wrong> wrong(Place from) {
        place.from(from);
        List<Long> path = new ArrayList<>();
        broken = Optional.empty();
        while (true) {
            long print = prints.of(place);
            if (good.contains(print) || rules.settled(place)) {
                path.forEach(good::add);
                onPath.clear();
                good.add(print);
                return Optional.empty();
            }
            boolean again = onPath.contains(print);
            if (again || bad.contains(print) || path.size() > LONGEST) {
                path.forEach(bad::add);
                if (again) {
                    path.subList(path.indexOf(print), path.size()).forEach(stuck::add);
                }
                onPath.clear();
                return Optional.of(new Wrong(DEAD_END, stuck.contains(prints.of(from))));
            }
            path.add(print);
            onPath.add(print);
            next();
            if (broken.isPresent()) {
                onPath.clear();
                return broken.map(promise -> new Wrong(promise, false));
            }
        }
    }

    private void next() {
        if (!step()) {
            timersFire();
        }
    }

    /** Goes on until it goes round in circles, and tells it. */
    void tell(Place from, Story to) {
        Set<Long> told = new HashSet<>();
        story = Optional.of(to);
        place.from(from);
        broken = Optional.empty();
        while (!rules.settled(place) && broken.isEmpty() && told.add(prints.of(place))) {
            next();
        }
        story = Optional.empty();
    }

    /** Leads a state to rest. */
    void rest(Place of) {
        wrong(of);
        of.from(place);
    }

    private void take(Move move, int who, int argument, Place next, Optional<String> failed) {
        if (!moved) {
            moved = true;
            broken = failed;
            story.ifPresent(told -> told.add(move, who, argument, failed));
            after.from(next);
        }
    }

    private void listen() {
        moved = false;
        moves.begin(place, this::take);
    }

    private boolean moved() {
        if (moved) {
            place.from(after);
        }
        return moved;
    }

    /** One move, if there is one that is no matter of time. */
    private boolean step() {
        listen();
        for (int who = 0; who < place.nodes && !moved; who++) {
            Fate fate = place.fates[who];
            if (fate == Fate.CRASHED || (fate == Fate.BARE && roster.seat(place.seats[who]).life > 0)) {
                nodeMoves.remove(who);
            } else if (fate == Fate.BARE) {
                nodeMoves.ofMember(place, who);
            }
        }
        for (int who = 0; who < place.nodes && !moved; who++) {
            if (place.unseen[who] != 0) {
                nodeMoves.seen(place, who);
            }
        }
        for (int i = 0; i < place.count && !moved; i++) {
            if (moves.mayArrive(i) && !leaseMoves.waits(place, roster.letter(place.letters[i]))) {
                moves.deliver(i, false);
            }
        }
        if (!moved) {
            leaseMoves.denyForgotten(place);
        }
        for (int who = 0; who < place.nodes && !moved; who++) {
            if (place.fates[who] == Fate.OPEN) {
                moves.instance(who);
                if (!moved) {
                    leaseMoves.progress(place, who);
                }
                if (!moved) {
                    nodeMoves.close(place, who, roster.seat(place.seats[who]));
                }
            }
        }
        return moved();
    }

    private void timersFire() {
        for (int who = 0; who < place.nodes && broken.isEmpty(); who++) {
            if (place.fates[who] == Fate.OPEN && roster.seat(place.seats[who]).resendArmed) {
                listen();
                moves.resend(who, Optional.empty());
                moved();
            }
        }
        drain();
        for (Timer timer : TIMERS) {
            for (int who = 0; who < place.nodes && broken.isEmpty(); who++) {
                Seat seat = roster.seat(place.seats[who]);
                boolean fires = place.fates[who] == Fate.OPEN && seat.armed(timer);
                if (fires && (timer != Timer.HAND_OVER || moves.allAnswered(place, seat))) {
                    listen();
                    moves.fire(who, timer, Optional.empty());
                    moved();
                }
            }
            drain();
        }
        listen();
        leaseMoves.forgets(place);
        moved();
        drain();
    }

    private void drain() {
        for (int i = 0; i < LONGEST && broken.isEmpty() && step(); i++) {
            // One move after the other.
        }
    }
}
