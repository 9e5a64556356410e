package dev.singleton.exploration;

import dev.singleton.SingletonStatus.State;
import dev.singleton.exploration.Content.Letter;
import java.util.Optional;
import java.util.function.Predicate;

/** What may happen to members and their nodes, and what the application does. */
final class NodeMoves {

    private final Scope scope;
    private final Roster roster;
    private final Moves moves;

    NodeMoves(Scope scope, Roster roster, Moves moves) {
        this.scope = scope;
        this.roster = roster;
        this.moves = moves;
    }

    void ofMember(Place place, int who) {
        Seat seat = roster.seat(place.seats[who]);
        switch (place.fates[who]) {
            case UNBORN -> join(who);
            case BARE -> {
                if (seat.life == 0) {
                    open(place, who, Optional.empty());
                } else {
                    remove(who);
                    if (place.left(Fault.REOPEN) > 0) {
                        open(place, who, Optional.of(Fault.REOPEN));
                    }
                }
            }
            case OPEN -> close(place, who, seat);
            case CRASHED -> remove(who);
            case GONE -> {}
        }
    }

    private void join(int who) {
        Place next = moves.fresh();
        next.publish(next.list | 1 << who);
        next.fates[who] = Fate.BARE;
        if (scope.bareFirst()) {
            moves.tell(who, Stimulus.SEES, next.list);
        } else {
            next.fates[who] = Fate.OPEN;
            moves.tell(who, Stimulus.OPENS, next.list);
        }
        moves.done(Move.JOINS, who, next.list);
    }

    private void open(Place place, int who, Optional<Fault> fault) {
        Place next = moves.fresh();
        fault.ifPresent(next::spend);
        next.fates[who] = Fate.OPEN;
        moves.tell(who, Stimulus.OPENS, roster.seat(place.seats[who]).sees);
        moves.done(Move.OPENS, who, 0);
    }

    void remove(int who) {
        Place next = moves.fresh();
        next.fates[who] = Fate.GONE;
        next.unseen[who] = 0;
        next.publish(next.list & ~(1 << who));
        drop(next, letter -> letter.to() == who);
        moves.done(Move.IS_REMOVED, who, 0);
    }

    /** It goes when nothing is left to do; and waits for those only that live, or not even for them. */
    void close(Place place, int who, Seat seat) {
        if (seat.leaving && seat.settled) {
            Place next = moves.fresh();
            boolean waitsForTheLiving = !seat.heard && place.withFate(Fate.CRASHED) == 0;
            if (waitsForTheLiving) {
                if (place.left(Fault.HASTE) == 0) {
                    return;
                }
                next.spend(Fault.HASTE);
            }
            next.fates[who] = Fate.BARE;
            moves.tell(who, Stimulus.CLOSES, 0);
            moves.done(Move.CLOSES, who, 0);
        }
    }

    void seen(Place place, int who) {
        for (int which = place.lists(who) - 1; which >= 0; which--) {
            Place next = moves.fresh();
            int list = place.listOf(who, which);
            next.seeUpTo(who, which);
            moves.tell(who, Stimulus.SEES, list);
            // What a stranger has sent will be dropped whenever it comes; and the gone do not come back.
            drop(
                    next,
                    letter -> letter.to() == who
                            && letter.from() != Cast.ARBITER
                            && (list & 1 << letter.from()) == 0
                            && next.fates[letter.from()] == Fate.GONE);
            moves.done(Move.SEES, who, list);
        }
    }

    private void drop(Place next, Predicate<Letter> which) {
        for (int i = next.count - 1; i >= 0; i--) {
            if (which.test(roster.letter(next.letters[i]))) {
                next.remove(i);
            }
        }
    }

    // ---- what happens only so often

    void faults(Place place, int who) {
        Seat seat = roster.seat(place.seats[who]);
        if (place.left(Fault.CRASH) > 0) {
            Place next = moves.fresh().spend(Fault.CRASH);
            next.fates[who] = Fate.CRASHED;
            next.unseen[who] = 0;
            moves.tell(who, Stimulus.CRASHES, 0);
            drop(next, letter -> letter.to() == who);
            moves.done(Move.CRASHES, who, 0);
        }
        if (!seat.leaving) {
            moves.happens(Fault.LEAVE, Move.LEAVES, who, Stimulus.LEAVES);
            moves.happens(Fault.RESTART, Move.RESTARTS, who, Stimulus.RESTARTS);
            if (seat.inRotation) {
                moves.happens(Fault.STOP, Move.STOPS, who, Stimulus.STOPS);
            } else {
                moves.happens(Move.STARTS, who, Stimulus.STARTS);
            }
        }
        switch (seat.instance) {
            case BEING_MADE -> moves.happens(Fault.FAILURE, Move.FAILED, who, Stimulus.FAILED);
            case RUNS -> moves.happens(Fault.DEATH, Move.DIED, who, Stimulus.DIED);
            case IS_BEING_STOPPED -> {
                if (seat.phase == State.STOPPING) {
                    moves.happens(Fault.DEATH, Move.DIED, who, Stimulus.DIED);
                }
            }
            default -> {}
        }
    }
}
