package dev.singleton.exploration;

import dev.singleton.exploration.Content.Letter;
import dev.singleton.manager.Timer;
import java.util.Optional;

/**
 * What may happen next: here to frames, timers and instances; in {@link NodeMoves} to members and nodes, and in {@link
 * LeaseMoves} to leases.
 */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Moves {

    private final Scope scope;
    private final Roster roster;
    private final Rules rules;
    private final NodeMoves nodeMoves;
    private final LeaseMoves leaseMoves;
    private final Leftovers leftovers;
    private final Place next;

    private Place place;
    private Sink sink = (move, who, argument, after, broken) -> {};
    private Optional<String> broken = Optional.empty();

    Moves(Scope scope, Roster roster, Rules rules) {
        this.scope = scope;
        this.roster = roster;
        this.rules = rules;
        this.next = new Place(scope.nodes());
        this.place = next;
        this.leftovers = new Leftovers(scope, roster);
        this.nodeMoves = new NodeMoves(scope, roster, this);
        this.leaseMoves = new LeaseMoves(scope, roster, this);
    }

    /** Everything, faults too. */
    void all(Place from, Sink to) {
        begin(from, to);
        for (int who = 0; who < place.nodes; who++) {
            nodeMoves.ofMember(place, who);
            if (place.fates[who] == Fate.OPEN) {
                nodeMoves.seen(place, who);
                instance(who);
                timers(who);
                nodeMoves.faults(place, who);
                leaseMoves.ofNode(place, who);
            } else if (place.fates[who] == Fate.BARE) {
                nodeMoves.seen(place, who);
            }
        }
        for (int i = 0; i < place.count; i++) {
            if (mayArrive(i)) {
                letter(i);
            }
        }
        leaseMoves.ofArbiter(place);
    }

    void begin(Place from, Sink to) {
        place = from;
        sink = to;
    }

    NodeMoves ofNodes() {
        return nodeMoves;
    }

    LeaseMoves ofLeases() {
        return leaseMoves;
    }

    // ---- how a move is made

    Place fresh() {
        next.from(place);
        broken = Optional.empty();
        return next;
    }

    void tell(int who, Stimulus stimulus, int argument) {
        Roster.Known known = roster.step(next.seats[who], stimulus, argument);
        next.seats[who] = known.seat();
        broken = broken.or(known::broken);
        for (int letter : known.sent()) {
            post(letter);
        }
    }

    /** A repetition of what is still on its way adds nothing: that it comes twice is a fault of its own. */
    void post(int letter) {
        int to = roster.letter(letter).to();
        boolean arrives = to == Cast.ARBITER || next.fates[to] == Fate.OPEN || next.fates[to] == Fate.BARE;
        if (arrives && !next.has(letter)) {
            next.add(letter);
        }
    }

    void post(Letter letter) {
        post(roster.number(letter));
    }

    void done(Move move, int who, int argument) {
        leftovers.dropFrom(next);
        sink.take(move, who, argument, next, broken.or(() -> rules.broken(next)));
    }

    void happens(Move move, int who, Stimulus stimulus) {
        fresh();
        tell(who, stimulus, 0);
        done(move, who, 0);
    }

    void happens(Fault fault, Move move, int who, Stimulus stimulus) {
        if (place.left(fault) > 0) {
            fresh().spend(fault);
            tell(who, stimulus, 0);
            done(move, who, 0);
        }
    }

    // ---- frames

    /** In order: only the first of its link. Questions to the arbiter and its answers have none. */
    boolean mayArrive(int index) {
        if (!scope.ordered()) {
            return true;
        }
        Letter letter = roster.letter(place.letters[index]);
        if (letter.from() == Cast.ARBITER || letter.to() == Cast.ARBITER) {
            return true;
        }
        for (int i = 0; i < index; i++) {
            Letter earlier = roster.letter(place.letters[i]);
            if (earlier.from() == letter.from() && earlier.to() == letter.to()) {
                return false;
            }
        }
        return true;
    }

    private void letter(int index) {
        int letter = place.letters[index];
        if (leaseMoves.waits(place, roster.letter(letter))) {
            return;
        }
        deliver(index, false);
        if (place.left(Fault.LOSS) > 0) {
            fresh().spend(Fault.LOSS).remove(index);
            done(Move.LOSES, roster.letter(letter).to(), letter);
        }
        if (place.left(Fault.REPEAT) > 0) {
            deliver(index, true);
        }
    }

    void deliver(int index, boolean twice) {
        int number = place.letters[index];
        Letter letter = roster.letter(number);
        int to = letter.to();
        fresh();
        if (twice) {
            next.spend(Fault.REPEAT);
        } else {
            next.remove(index);
        }
        if (to == Cast.ARBITER) {
            leaseMoves.arbiterGets(next, letter);
            done(twice ? Move.GETS_TWICE : Move.ARBITER_GETS, to, number);
        } else if (next.fates[to] == Fate.OPEN) {
            if (letter.content() instanceof Content.Grants grants) {
                leaseMoves.granted(next, to, grants);
            } else {
                tell(to, Stimulus.RECEIVES, number);
            }
            done(twice ? Move.GETS_TWICE : Move.GETS, to, number);
        } else {
            refuse(letter);
            done(Move.REFUSES, to, number);
        }
    }

    /** The transport of a member without a node says so, but only to those that it knows as members. */
    private void refuse(Letter letter) {
        boolean known =
                letter.from() != Cast.ARBITER && (roster.seat(place.seats[letter.to()]).sees & 1 << letter.from()) != 0;
        if (known && letter.content() instanceof Content.Says says) {
            post(new Letter(letter.to(), letter.from(), new Content.Refuses(says.frame())));
        }
    }

    // ---- timers

    private void timers(int who) {
        Seat seat = roster.seat(place.seats[who]);
        boolean early = frameUnderWay(who);
        for (Timer timer : Timer.values()) {
            if (seat.armed(timer)) {
                Optional<Fault> fault = Optional.empty();
                if (timer == Timer.REASK && early) {
                    fault = Optional.of(Fault.HASTE);
                } else if (timer == Timer.HAND_OVER && !allAnswered(place, seat)) {
                    fault = Optional.of(Fault.SILENCE);
                }
                fire(who, timer, fault);
            }
        }
        if (seat.resendArmed) {
            resend(who, early ? Optional.of(Fault.HASTE) : Optional.empty());
        }
    }

    void fire(int who, Timer timer, Optional<Fault> fault) {
        if (fault.isEmpty() || place.left(fault.get()) > 0) {
            fresh();
            fault.ifPresent(next::spend);
            tell(who, Stimulus.FIRES, timer.ordinal());
            done(Move.FIRES, who, timer.ordinal());
        }
    }

    void resend(int who, Optional<Fault> fault) {
        if (fault.isEmpty() || place.left(fault.get()) > 0) {
            fresh();
            fault.ifPresent(next::spend);
            tell(who, Stimulus.RESENDS, 0);
            done(Move.RESENDS, who, 0);
        }
    }

    private boolean frameUnderWay(int who) {
        for (int i = 0; i < place.count; i++) {
            Letter letter = roster.letter(place.letters[i]);
            if ((letter.from() == who && letter.to() != Cast.ARBITER)
                    || (letter.to() == who && letter.from() != Cast.ARBITER)) {
                return true;
            }
        }
        return false;
    }

    /** A member that lives answers within the hand-over time-out, unless it hangs. */
    boolean allAnswered(Place place, Seat seat) {
        int living = place.withFate(Fate.OPEN) | place.withFate(Fate.BARE);
        return (seat.sees & living & ~(1 << seat.who) & ~seat.answered) == 0;
    }

    // ---- instances

    void instance(int who) {
        switch (roster.seat(place.seats[who]).instance) {
            case WAITS -> happens(Move.BEGINS, who, Stimulus.BEGINS);
            case BEING_MADE -> happens(Move.STARTED, who, Stimulus.STARTED);
            case IS_BEING_STOPPED -> happens(Move.STOPPED, who, Stimulus.STOPPED);
            case LINGERS -> happens(Move.VANISHES, who, Stimulus.VANISHES);
            case RUNS, NONE -> {}
        }
    }
}
