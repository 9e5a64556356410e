package dev.singleton.exploration;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.control.ControlPort;
import dev.singleton.control.Notice;
import dev.singleton.control.Snapshot;
import dev.singleton.control.StepWatch;
import dev.singleton.exploration.Content.Letter;
import dev.singleton.manager.Access;
import dev.singleton.manager.Event;
import dev.singleton.manager.ManagerState;
import dev.singleton.manager.Timer;
import dev.singleton.proxy.Route;
import dev.singleton.wire.Frame;
import dev.singleton.wire.Payload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the control path wishes during one step of one seat, put into effect on that seat; and the promises that one node can
 * break alone. All copies of a control path have the same tap: it is turned to one seat at a time.
 */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Tap implements ControlPort, StepWatch {

    private final Scope scope;
    final List<Letter> sent = new ArrayList<>();
    Seat seat = new Seat(0);
    Optional<String> broken = Optional.empty();

    Tap(Scope scope) {
        this.scope = scope;
    }

    void turnTo(Seat next) {
        seat = next;
        sent.clear();
        broken = Optional.empty();
    }

    void fail(String promise) {
        if (broken.isEmpty()) {
            broken = Optional.of(promise);
        }
    }

    private String me() {
        return Cast.name(seat.who);
    }

    private void post(int to, Content content) {
        sent.add(new Letter(seat.who, to, content));
    }

    @Override
    public void stepped(String typeName, ManagerState before, Event event, ManagerState after) {
        seat.before = before.phase();
        seat.phase = after.phase();
    }

    // ---- frames

    @Override
    public void send(NodeId to, Frame frame) {
        if (frame instanceof Frame.StandDown asked) {
            if (asked.round() < seat.round) {
                fail("rounds only grow: " + me() + " asks in round " + asked.round() + " after " + seat.round);
            }
            if (asked.round() != seat.round) {
                newRound(asked.round());
            }
        } else if (frame instanceof Frame.Confirm) {
            confirms(to);
        }
        post(Cast.number(to), new Content.Says(frame));
    }

    private void newRound(long round) {
        seat.round = round;
        seat.promised = false;
        seat.confirmed = 0;
        seat.answered = 0;
        seat.silent = 0;
    }

    private void confirms(NodeId to) {
        // With a lease it says once more what it has said before, when the lease is free; that binds nobody anew.
        seat.promised |= !scope.leased();
        if (seat.instance != Instance.NONE) {
            fail("who confirms runs nothing: " + me() + " confirms to " + Cast.name(Cast.number(to))
                    + " while its instance " + seat.instance);
        }
    }

    // ---- timers

    @Override
    public void arm(String typeName, Timer timer, long ticket, Duration delay) {
        seat.tickets[timer.ordinal()] = ticket;
    }

    @Override
    public void cancel(String typeName, Timer timer) {
        seat.tickets[timer.ordinal()] = Seat.NOT_ARMED;
    }

    @Override
    public void armResend(Duration delay) {
        seat.resendArmed = true;
    }

    // ---- the instance

    @Override
    public void startInstance(String typeName, Optional<Payload> warm) {
        if (seat.instance != Instance.NONE) {
            fail("one instance per node: " + me() + " starts another while its instance " + seat.instance);
        }
        if (seat.sees == 1 << seat.who) {
            newRound(seat.round);
        }
        if (seat.promised) {
            fail("a confirmation is a promise: " + me() + " confirmed and starts without a round of its own");
        }
        int unheard = seat.sees & ~(1 << seat.who) & ~seat.confirmed & ~seat.silent;
        if (!scope.leased() && seat.before == State.TAKING_OVER && unheard != 0) {
            fail(me() + " starts without the confirmation of " + Cast.names(unheard));
        }
        seat.instance = scope.leased() ? Instance.WAITS : Instance.BEING_MADE;
    }

    @Override
    public void stopInstance(String typeName, StopReason reason) {
        if (seat.instance == Instance.RUNS) {
            seat.instance = Instance.IS_BEING_STOPPED;
        }
        if (scope.flaw() == Flaw.RELEASED_BEFORE_POST_STOP) {
            releaseLease(typeName);
        }
    }

    // ---- the lease

    @Override
    public void acquireLease(String typeName, long attempt) {
        LeaseSeat lease = seat.lease;
        if (lease.asking || lease.givenUp || lease.releasing || lease.valid) {
            fail("the lease is asked for when all is answered, and once: " + me());
        }
        if (seat.instance != Instance.NONE) {
            fail("a lease is asked for when the instance is gone: " + me() + "'s instance " + seat.instance);
        }
        if (seat.phase != State.TAKING_OVER) {
            fail("only who takes over asks for the lease: " + me() + " is " + seat.phase);
        }
        lease.ask = (long) seat.life << LeaseSeat.ATTEMPTS | attempt;
        lease.asking = true;
        lease.lossDue = 0;
        post(Cast.ARBITER, new Content.AsksForLease(lease.ask));
    }

    @Override
    public void releaseLease(String typeName) {
        if (seat.instance != Instance.NONE) {
            fail("a lease is given back after postStop: " + me() + "'s instance " + seat.instance);
        }
        LeaseSeat lease = seat.lease;
        if (scope.flaw() == Flaw.RELEASE_FORGOTTEN) {
            return;
        }
        lease.valid = false;
        lease.givenUp |= lease.asking;
        lease.asking = false;
        lease.releasing = true;
        post(Cast.ARBITER, new Content.GivesLeaseBack(lease.ask));
    }

    // ---- what is told

    @Override
    public void snapshot(String typeName, Snapshot snapshot) {
        seat.owner = snapshot.owner().map(Cast::number).orElse(-1);
    }

    @Override
    public void notice(String typeName, Notice notice) {
        if (notice instanceof Notice.TimedOut timedOut) {
            timedOut.silentPeers().forEach(peer -> seat.silent |= 1 << Cast.number(peer));
        } else if (notice instanceof Notice.Latched) {
            seat.inRotation = false;
        }
    }

    @Override
    public void access(String typeName, Access access) {}

    @Override
    public void route(String typeName, Route route) {}

    @Override
    public void gone(NodeId member) {}

    @Override
    public void dropped(NodeId from, String why) {}

    @Override
    public void restarted(long requestId, String error) {}
}
