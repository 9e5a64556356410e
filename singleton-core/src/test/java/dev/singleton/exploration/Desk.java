package dev.singleton.exploration;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.control.Control;
import dev.singleton.exploration.Content.Letter;
import dev.singleton.manager.Event;
import dev.singleton.manager.Timer;
import dev.singleton.wire.Frame;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes a step: a seat and a stimulus give the next seat and what it sends. The same two give the same, always. */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Desk {

    /** @param broken the promise that this step breaks */
    record Outcome(Seat seat, List<Letter> sent, Optional<String> broken) {}

    private final Scope scope;
    private final Tap tap;

    Desk(Scope scope) {
        this.scope = scope;
        this.tap = new Tap(scope);
    }

    Outcome step(Seat before, Stimulus stimulus, int argument, Optional<Letter> letter) {
        Seat seat = new Seat(before);
        tap.turnTo(seat);
        try {
            tell(seat, stimulus, argument, letter);
            check(seat);
        } catch (RuntimeException thrown) {
            tap.fail("no exception: " + thrown);
        }
        seat.tidy();
        return new Outcome(seat, List.copyOf(tap.sent), tap.broken);
    }

    private void tell(Seat seat, Stimulus stimulus, int argument, Optional<Letter> letter) {
        switch (stimulus) {
            case OPENS -> open(seat, argument);
            case SEES -> see(seat, argument);
            case RECEIVES -> receive(seat, letter.orElseThrow());
            case FIRES -> fire(seat, Timer.values()[argument]);
            case RESENDS -> {
                seat.resendArmed = false;
                with(seat, Control::resend);
            }
            case STARTS -> {
                seat.inRotation = true;
                with(seat, control -> start(control, seat));
            }
            case STOPS -> {
                seat.inRotation = false;
                with(seat, control -> control.stop(Cast.KEY));
            }
            case RESTARTS -> with(seat, control -> control.restart(Cast.KEY, 1));
            case LEAVES -> leave(seat);
            case CLOSES, CRASHES -> seat.close();
            default -> inside(seat, stimulus);
        }
    }

    /** What the instance says, and the lease. */
    private void inside(Seat seat, Stimulus stimulus) {
        LeaseSeat lease = seat.lease;
        switch (stimulus) {
            case BEGINS -> begin(seat);
            case STARTED -> instance(seat, Instance.RUNS, new Event.InstanceStarted());
            case FAILED -> instance(seat, Instance.NONE, new Event.ActivationFailed());
            case DIED -> instance(seat, Instance.NONE, new Event.InstanceDied(StopReason.FAILURE));
            case STOPPED -> stopped(seat);
            case VANISHES -> seat.instance = Instance.NONE;
            case GRANTED -> {
                lease.asking = false;
                lease.valid = true;
                event(seat, new Event.LeaseGranted(lease.attempt(), 1));
            }
            case MAY_LEASE -> {
                lease.waits = false;
                with(seat, control -> control.granted(Cast.KEY));
            }
            case GRANTED_TOO_LATE -> refuse(seat, "it was taken away at once");
            case UNANSWERED -> refuse(seat, "the arbiter did not answer in time");
            case GIVEN_UP -> refuse(seat, "it was given up");
            case RELEASE_UNANSWERED -> released(seat);
            case EXPIRES -> {
                lease.valid = false;
                lease.lossDue = lease.ask;
            }
            case HEARS_OF_LOSS -> {
                long lost = lease.lossDue & ((1 << LeaseSeat.ATTEMPTS) - 1);
                lease.lossDue = 0;
                event(seat, new Event.LeaseLost(lost, "run out"));
            }
            default -> throw new IllegalStateException("Nobody knows what to do with " + stimulus);
        }
    }

    // ---- the node

    private void open(Seat seat, int list) {
        seat.sees = list;
        seat.life++;
        seat.inRotation = true;
        Control control = new Control(Cast.node(seat.who), seat.life, List.of(), tap, tap);
        seat.control = control;
        control.members(Cast.node(seat.who), Cast.list(list));
        seat.lease.waits = scope.waits(seat.who);
        start(control, seat);
        control.declareComplete();
        control.up();
    }

    private void start(Control control, Seat seat) {
        boolean granted = !seat.lease.waits || scope.flaw() == Flaw.WAITING_UNSAID;
        control.start(Cast.KEY, Cast.terms(scope), Cast.settings(scope), granted);
    }

    private void see(Seat seat, int list) {
        seat.sees = list;
        // The flaw: it does not see those that come before it.
        int seen = scope.flaw() == Flaw.BLIND_TO_MEMBERS ? list & -(1 << seat.who) : list;
        with(seat, control -> control.members(Cast.node(seat.who), Cast.list(seen)));
    }

    private void leave(Seat seat) {
        seat.leaving = true;
        if (scope.flaw() != Flaw.DEAF_TO_LEAVING) {
            with(seat, Control::leave);
        }
    }

    private void fire(Seat seat, Timer timer) {
        long ticket = seat.tickets[timer.ordinal()];
        seat.tickets[timer.ordinal()] = Seat.NOT_ARMED;
        if (timer == Timer.HAND_OVER) {
            // Who has only said that it is still stopping is asked anew.
            seat.answered = seat.confirmed;
        }
        with(seat, control -> control.fired(Cast.KEY, timer, ticket));
    }

    private static void with(Seat seat, Consumer<Control> told) {
        if (seat.control != null) {
            told.accept(seat.control);
        }
    }

    private static void event(Seat seat, Event event) {
        with(seat, control -> control.event(Cast.KEY, event));
    }

    // ---- the instance

    private static void instance(Seat seat, Instance now, Event event) {
        seat.instance = now;
        event(seat, event);
    }

    private void begin(Seat seat) {
        if (seat.lease.valid) {
            seat.instance = Instance.BEING_MADE;
        } else {
            instance(seat, Instance.NONE, new Event.InstanceStopped(Optional.empty()));
        }
    }

    private void stopped(Seat seat) {
        switch (scope.flaw()) {
            case STOP_UNREPORTED -> seat.instance = Instance.NONE;
            case STOPPED_BEFORE_POST_STOP -> {
                seat.instance = Instance.LINGERS;
                event(seat, new Event.InstanceStopped(Optional.empty()));
            }
            default -> instance(seat, Instance.NONE, new Event.InstanceStopped(Optional.empty()));
        }
    }

    // ---- letters

    private void receive(Seat seat, Letter letter) {
        if (letter.content() instanceof Content.Says says) {
            Frame frame = flawed(seat, says.frame());
            if (!forgetful(seat, letter.from(), frame)) {
                note(seat, letter.from(), frame);
                NodeId from = Cast.node(sender(seat, letter.from(), frame));
                with(seat, control -> control.received(from, frame));
            }
        } else if (letter.content() instanceof Content.Refuses refuses) {
            noteRefusal(seat, letter.from(), refuses.frame());
            with(seat, control -> control.refused(Cast.node(letter.from()), refuses.frame()));
        } else if (letter.content() instanceof Content.Denies denies) {
            if (seat.lease.asking && denies.ask() == seat.lease.ask) {
                refuse(seat, "it is held");
            }
        } else if (letter.content() instanceof Content.TookBack back && back.ask() == seat.lease.ask) {
            released(seat);
        }
    }

    private void note(Seat seat, int from, Frame frame) {
        int bit = 1 << from;
        if (frame instanceof Frame.Confirm confirm && confirm.round() == seat.round && (seat.sees & bit) != 0) {
            seat.confirmed |= bit;
            seat.answered |= bit;
        } else if ((frame instanceof Frame.StillStopping stopping && stopping.round() == seat.round)
                || (frame instanceof Frame.Decline decline && decline.round() == seat.round)) {
            seat.answered |= bit;
        }
    }

    private static void noteRefusal(Seat seat, int by, Frame frame) {
        if (frame instanceof Frame.StandDown asked && asked.round() == seat.round) {
            seat.confirmed |= 1 << by;
            seat.answered |= 1 << by;
        }
    }

    private Frame flawed(Seat seat, Frame frame) {
        if (scope.flaw() == Flaw.ANY_ROUND_COUNTS && frame instanceof Frame.Confirm confirm) {
            return new Frame.Confirm(confirm.typeName(), seat.round, 0, Optional.empty());
        }
        if (scope.flaw() == Flaw.DECLINE_COUNTS && frame instanceof Frame.Decline decline) {
            return new Frame.Confirm(decline.typeName(), decline.round(), 0, Optional.empty());
        }
        return frame;
    }

    /** The flaw takes each confirmation for that of the first of the others. */
    private int sender(Seat seat, int from, Frame frame) {
        boolean wrong = scope.flaw() == Flaw.WRONG_SENDER && frame instanceof Frame.Confirm;
        return wrong ? Integer.numberOfTrailingZeros(seat.sees & ~(1 << seat.who)) : from;
    }

    private boolean forgetful(Seat seat, int from, Frame frame) {
        if (scope.flaw() == Flaw.PROMISE_FORGOTTEN
                && frame instanceof Frame.StandDown asked
                && seat.phase == State.TAKING_OVER) {
            tap.send(Cast.node(from), new Frame.Confirm(asked.typeName(), asked.round(), 0, Optional.empty()));
            // What it forgets, the judge forgets too: what comes of it is to be found.
            seat.promised = false;
            return true;
        }
        return false;
    }

    // ---- the lease

    private static void refuse(Seat seat, String why) {
        seat.lease.asking = false;
        seat.lease.givenUp = false;
        event(seat, new Event.LeaseRefused(seat.lease.attempt(), why));
    }

    private static void released(Seat seat) {
        if (seat.lease.releasing) {
            seat.lease.releasing = false;
            event(seat, new Event.LeaseReleased());
        }
    }

    // ---- what holds after every step

    private void check(Seat seat) {
        State state = seat.phase;
        boolean mayNotRun = seat.leaving || (seat.open() && Integer.bitCount(seat.sees) < scope.quorum());
        if (mayNotRun && (state == State.HOSTING || state == State.TAKING_OVER || state == State.PAUSING)) {
            tap.fail("who leaves or sees no quorum does not host: " + Cast.name(seat.who) + " is " + state);
        }
        boolean useless = state == State.STANDBY || state == State.OUT || state == State.REF || state == State.PAUSING;
        if (useless && seat.lease.valid) {
            tap.fail("no lease is held over an instance that is gone, or out of rotation: " + Cast.name(seat.who)
                    + " is " + state);
        }
    }
}
