package dev.singleton.exploration;

import dev.singleton.exploration.Content.Letter;
import dev.singleton.wire.Frame;

/**
 * Drops letters that can do nothing any more, whenever they arrive: answers of a round or to a question that is over, for no
 * round and no question comes twice. It does not take that on trust: each is tried, and stays when it does something here.
 * Without them there are many times fewer states, and nothing is missed.
 */
final class Leftovers {

    private final Scope scope;
    private final Roster roster;

    Leftovers(Scope scope, Roster roster) {
        this.scope = scope;
        this.roster = roster;
    }

    void dropFrom(Place place) {
        for (int i = place.count - 1; i >= 0; i--) {
            if (isOver(place, place.letters[i])) {
                place.remove(i);
            }
        }
    }

    private boolean isOver(Place place, int number) {
        Letter letter = roster.letter(number);
        int to = letter.to();
        if (to == Cast.ARBITER) {
            return letter.content() instanceof Content.AsksForLease asks && asks.ask() <= place.over[letter.from()];
        }
        if (place.fates[to] != Fate.OPEN || scope.flaw() != Flaw.NONE) {
            return false;
        }
        Seat seat = roster.seat(place.seats[to]);
        // What comes to a member whose node has closed is given back, and that may do something.
        boolean stays = place.left(Fault.LEAVE) == 0 && !seat.leaving;
        return stays && isOver(letter.content(), seat, roster.round(place.seats[to])) && doesNothing(place, to, number);
    }

    private static boolean isOver(Content content, Seat seat, long openRound) {
        if (content instanceof Content.Denies denies) {
            return denies.ask() != seat.lease.ask || !seat.lease.asking;
        } else if (content instanceof Content.TookBack back) {
            return back.ask() != seat.lease.ask;
        } else if (content instanceof Content.Says says) {
            return isOver(says.frame(), openRound);
        }
        return false;
    }

    private static boolean isOver(Frame frame, long openRound) {
        return (frame instanceof Frame.Confirm confirm && confirm.round() != openRound)
                || (frame instanceof Frame.StillStopping stopping && stopping.round() != openRound)
                || (frame instanceof Frame.Decline decline && decline.round() != openRound);
    }

    private boolean doesNothing(Place place, int to, int number) {
        Roster.Known known = roster.step(place.seats[to], Stimulus.RECEIVES, number);
        return known.seat() == place.seats[to]
                && known.sent().length == 0
                && known.broken().isEmpty();
    }
}
