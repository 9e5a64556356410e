package dev.singleton.exploration;

import dev.singleton.SingletonStatus.State;
import java.util.Optional;

/** The promises that hold for the whole cluster in every state; and what a cluster comes to when it is left alone. */
final class Rules {

    private final Scope scope;
    private final Roster roster;

    Rules(Scope scope, Roster roster) {
        this.scope = scope;
        this.roster = roster;
    }

    Optional<String> broken(Place place) {
        int alive = -1;
        for (int who = 0; who < place.nodes; who++) {
            Seat seat = roster.seat(place.seats[who]);
            if (seat.lease.valid && place.holder != who) {
                return Optional.of(Cast.name(who) + " holds a valid lease that the arbiter has "
                        + (place.holder < 0 ? "taken back" : "given to " + Cast.name(place.holder)));
            }
            if (seat.instance.lives()) {
                if (alive >= 0 && !excused(roster.seat(place.seats[alive]), seat)) {
                    return Optional.of("never two live instances: on " + Cast.name(alive) + " and " + Cast.name(who));
                }
                alive = who;
            }
        }
        return Optional.empty();
    }

    /** Somebody was passed over for being silent; or, under a lease, at most one of the two still has it. */
    private boolean excused(Seat one, Seat other) {
        if (scope.leased()) {
            return scope.times(Fault.EXPIRY) > 0 && !(one.lease.valid && other.lease.valid);
        }
        return (one.silent & 1 << other.who) != 0 || (other.silent & 1 << one.who) != 0;
    }

    /** Whether all have the same picture, and exactly the first eligible node hosts; or nobody can and nobody does. */
    boolean settled(Place place) {
        if (nobodyMayLease(place)) {
            return true;
        }
        if (place.count > 0 || (place.withFate(Fate.CRASHED) | place.withFate(Fate.BARE)) != 0) {
            return false;
        }
        int open = place.withFate(Fate.OPEN);
        int host = host(place, open);
        for (int who = 0; who < place.nodes; who++) {
            Seat seat = roster.seat(place.seats[who]);
            boolean hosts = who == host;
            if (place.unseen[who] != 0
                    || seat.leaving
                    || seat.instance != (hosts ? Instance.RUNS : Instance.NONE)
                    || (seat.phase == State.HOSTING) != hosts
                    || seat.lease.valid != (hosts && scope.leased())
                    || (seat.open() && seat.owner != host)) {
                return false;
            }
        }
        return !scope.leased() || place.holder == host;
    }

    /** The arbiter grants nothing to those that are left: then nobody can host, and asks again and again. */
    private boolean nobodyMayLease(Place place) {
        int waiting = 0;
        int others = 0;
        for (int who = 0; who < place.nodes; who++) {
            Seat seat = roster.seat(place.seats[who]);
            boolean wants = place.fates[who] == Fate.OPEN && seat.inRotation && !seat.leaving;
            waiting += wants && seat.lease.waits ? 1 : 0;
            others += wants && !seat.lease.waits ? 1 : 0;
        }
        return waiting > 0 && others == 0;
    }

    private int host(Place place, int open) {
        if (Integer.bitCount(open) < scope.quorum()) {
            return -1;
        }
        for (int who = 0; who < place.nodes; who++) {
            Seat seat = roster.seat(place.seats[who]);
            if ((open & 1 << who) != 0 && seat.inRotation && !seat.lease.waits) {
                return who;
            }
        }
        return -1;
    }
}
