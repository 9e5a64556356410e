package dev.singleton.exploration;

import dev.singleton.exploration.Content.Letter;

/**
 * What may happen to leases. Of time only this is kept: a lease that is valid by its holder's clock is held at the arbiter,
 * for the holder counts from the moment at which a sign of life was sent, less a margin. So the arbiter may forget a holder
 * whose own clock has passed the deadline, and no other.
 */
final class LeaseMoves {

    private final Scope scope;
    private final Roster roster;
    private final Moves moves;

    LeaseMoves(Scope scope, Roster roster, Moves moves) {
        this.scope = scope;
        this.roster = roster;
        this.moves = moves;
    }

    // ---- a node

    void ofNode(Place place, int who) {
        progress(place, who);
        LeaseSeat lease = roster.seat(place.seats[who]).lease;
        if (lease.asking && underWay(place, who)) {
            moves.happens(Fault.SLOW, Move.UNANSWERED, who, Stimulus.UNANSWERED);
        }
        if (lease.releasing && underWay(place, who)) {
            moves.happens(Fault.SLOW, Move.RELEASE_UNANSWERED, who, Stimulus.RELEASE_UNANSWERED);
        }
        if (lease.waits) {
            moves.happens(Move.MAY_LEASE, who, Stimulus.MAY_LEASE);
        }
        if (lease.valid) {
            moves.happens(Fault.EXPIRY, Move.EXPIRES, who, Stimulus.EXPIRES);
        }
    }

    /** What happens without a fault. */
    void progress(Place place, int who) {
        LeaseSeat lease = roster.seat(place.seats[who]).lease;
        if (lease.givenUp) {
            moves.happens(Move.GIVEN_UP, who, Stimulus.GIVEN_UP);
        }
        if (lease.lossDue != 0) {
            moves.happens(Move.HEARS_OF_LOSS, who, Stimulus.HEARS_OF_LOSS);
        }
        if ((lease.asking || lease.releasing) && !underWay(place, who)) {
            if (lease.asking) {
                moves.happens(Move.UNANSWERED, who, Stimulus.UNANSWERED);
            } else {
                moves.happens(Move.RELEASE_UNANSWERED, who, Stimulus.RELEASE_UNANSWERED);
            }
        }
    }

    /** A question of this node, or an answer to it. */
    private boolean underWay(Place place, int who) {
        for (int i = 0; i < place.count; i++) {
            Letter letter = roster.letter(place.letters[i]);
            if ((letter.from() == who && letter.to() == Cast.ARBITER)
                    || (letter.to() == who && letter.from() == Cast.ARBITER)) {
                return true;
            }
        }
        return false;
    }

    /** The grant came: it is used when it is still the answer to the last question, and was not over meanwhile. */
    void granted(Place next, int who, Content.Grants grants) {
        LeaseSeat lease = roster.seat(next.seats[who]).lease;
        boolean last = grants.ask() == lease.ask;
        boolean spare = scope.flaw() == Flaw.GRANT_USED_AFTER_GIVING_UP && !last;
        if (lease.asking && (last || spare)) {
            boolean held = spare || (next.holder == who && next.grant == grants.ask());
            moves.tell(who, held ? Stimulus.GRANTED : Stimulus.GRANTED_TOO_LATE, 0);
        } else if (!(last && lease.valid)) {
            moves.post(new Letter(who, Cast.ARBITER, new Content.GivesLeaseBack(grants.ask())));
        }
    }

    // ---- the arbiter

    void ofArbiter(Place place) {
        forgets(place);
        for (int i = 0; i < place.count; i++) {
            Letter letter = roster.letter(place.letters[i]);
            if (waits(place, letter)) {
                deny(place, i, letter);
            }
        }
    }

    /** It may let the question wait, too: then it is as if that were still on its way. */
    private void deny(Place place, int index, Letter question) {
        moves.fresh().remove(index);
        long ask = ((Content.AsksForLease) question.content()).ask();
        moves.post(new Letter(Cast.ARBITER, question.from(), new Content.Denies(ask)));
        moves.done(Move.ARBITER_DENIES, question.from(), place.letters[index]);
    }

    void forgets(Place place) {
        if (place.holder < 0) {
            return;
        }
        boolean valid = roster.seat(place.seats[place.holder]).lease.valid;
        if (!valid || scope.flaw() == Flaw.MARGIN_FORGOTTEN) {
            moves.fresh().holder = Place.NOBODY;
            moves.done(Move.ARBITER_FORGETS, place.holder, 0);
        }
    }

    /** Denies a question that waits although nobody waits for its answer any more. */
    void denyForgotten(Place place) {
        for (int i = 0; i < place.count; i++) {
            Letter letter = roster.letter(place.letters[i]);
            if (waits(place, letter)) {
                LeaseSeat lease = roster.seat(place.seats[letter.from()]).lease;
                if (!lease.asking || lease.ask != ((Content.AsksForLease) letter.content()).ask()) {
                    deny(place, i, letter);
                }
            }
        }
    }

    /** Whether the letter is a question that waits, for another has the lease, or nothing is granted to who asks. */
    boolean waits(Place place, Letter letter) {
        return letter.content() instanceof Content.AsksForLease asks
                && (roster.seat(place.seats[letter.from()]).lease.waits
                        || (place.holder >= 0 && place.holder != letter.from()))
                && asks.ask() > place.over[letter.from()];
    }

    void arbiterGets(Place next, Letter letter) {
        int from = letter.from();
        if (letter.content() instanceof Content.AsksForLease asks) {
            asks(next, from, asks.ask());
        } else if (letter.content() instanceof Content.GivesLeaseBack back) {
            next.over[from] = Math.max(next.over[from], back.ask());
            boolean his = next.holder == from && next.grant <= back.ask();
            if (his && LeaseSeat.sameLife(next.grant, back.ask())) {
                next.holder = Place.NOBODY;
            }
            moves.post(new Letter(Cast.ARBITER, from, new Content.TookBack(back.ask())));
        }
    }

    private void asks(Place next, int from, long ask) {
        if (ask <= next.over[from]) {
            return;
        }
        next.over[from] = ask - 1;
        boolean again = next.holder == from && LeaseSeat.sameLife(next.grant, ask);
        if (next.holder == Place.NOBODY || again) {
            next.holder = from;
            next.grant = ask;
            moves.post(new Letter(Cast.ARBITER, from, new Content.Grants(ask)));
        }
    }
}
