package dev.singleton.exploration;

import dev.singleton.SingletonStatus.State;
import dev.singleton.control.Control;
import dev.singleton.manager.Timer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One member and the node on it: the real control path, and as much of a shell as it needs. Changed only while a step is
 * made, on a copy of its own; from then on it stays as it is.
 */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Seat {

    static final long NOT_ARMED = -1;

    final int who;
    int form;
    /** Which life of a node on this member; 0 before the first. */
    int life;
    /** The members that this one sees. */
    int sees;
    /** Absent while no node is open. */
    @Nullable
    Control control;

    Instance instance = Instance.NONE;
    final long[] tickets = new long[Timer.values().length];
    boolean resendArmed;
    boolean leaving;
    boolean inRotation;
    /** Of the manager, and before its last step. */
    State phase = State.REF;

    State before = State.REF;
    /** By this node's view; -1 for nobody. */
    int owner = -1;
    /** Whether nothing is left to do here before the node may go, and whether all have heard that it goes. */
    boolean settled;

    boolean heard;

    // ---- what permits it to run an instance
    /** The last round in which it asked the others. */
    long round = -1;
    /** It confirmed to somebody since that round began. */
    boolean promised;
    /** Who confirmed, gave any answer at all, and was passed over in that round. */
    int confirmed;

    int answered;
    int silent;

    final LeaseSeat lease;

    Seat(int who) {
        this.who = who;
        this.lease = new LeaseSeat();
        Arrays.fill(tickets, NOT_ARMED);
    }

    Seat(Seat other) {
        who = other.who;
        life = other.life;
        sees = other.sees;
        control = other.control == null ? null : Copier.copy(other.control);
        instance = other.instance;
        System.arraycopy(other.tickets, 0, tickets, 0, tickets.length);
        resendArmed = other.resendArmed;
        leaving = other.leaving;
        inRotation = other.inRotation;
        phase = other.phase;
        before = other.before;
        owner = other.owner;
        settled = other.settled;
        heard = other.heard;
        round = other.round;
        promised = other.promised;
        confirmed = other.confirmed;
        answered = other.answered;
        silent = other.silent;
        lease = new LeaseSeat(other.lease);
    }

    boolean open() {
        return control != null;
    }

    boolean armed(Timer timer) {
        return tickets[timer.ordinal()] != NOT_ARMED;
    }

    /** The node ends, and what it has with it. */
    void close() {
        control = null;
        instance = Instance.NONE;
        Arrays.fill(tickets, NOT_ARMED);
        resendArmed = false;
        leaving = false;
        inRotation = false;
        phase = State.REF;
        before = State.REF;
        owner = -1;
        settled = false;
        heard = false;
        round = -1;
        promised = false;
        confirmed = 0;
        answered = 0;
        silent = 0;
        lease.close();
    }

    /** Forgets what no promise asks for any more, so that states which differ in nothing else are one. */
    void tidy() {
        if (phase != State.TAKING_OVER) {
            confirmed = 0;
            answered = 0;
        }
        if (phase == State.STANDBY || phase == State.OUT || phase == State.REF) {
            promised = false;
        }
        before = State.REF;
        if (control != null) {
            settled = control.settled();
            heard = control.heard();
        }
    }
}
