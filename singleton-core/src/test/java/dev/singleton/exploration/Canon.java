package dev.singleton.exploration;

import dev.singleton.NodeId;
import dev.singleton.SingletonStatus.State;
import dev.singleton.exploration.Content.Letter;
import dev.singleton.manager.Timer;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a seat or a letter as a {@link Form}. Each number of the core has to be told to it: one that counts by its value,
 * one of which only the order counts, or one that nothing depends on. One that it was not told it refuses, so that the core
 * cannot grow by something that the exploration leaves out.
 */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings("EnumOrdinal")
final class Canon {

    /** Of an announcement: only which is later counts. */
    static final int VERSION = 0;
    /** Of a round: only whether it is the one that is under way counts. */
    static final int ROUND = 3;
    /** Of a question to the arbiter: only which is later counts. */
    static final int ASK = 6;

    static final int KINDS = 9;

    /** Numbers that count by their value. */
    private static final Set<String> PLAIN = Set.of(
            "Directory.incarnation",
            "PeerRecord.incarnation",
            "Announce.incarnation",
            "Announced.incarnation",
            "HostTerms.quorum",
            "Member.joinOrder",
            "Restart.requestId",
            "Restarted.requestId",
            "RestartWish.requestId",
            "TakingOver.silence");

    /**
     * What nothing depends on: what was made known already; texts; how much memory it takes to know a peer, of which only
     * far more than there is here counts; the length of pauses, for a timer fires at any time; generations, which order
     * warm states, and there is none here; tickets, of which only whether a timer is the one that is waited for counts,
     * which is written apart.
     */
    private static final Set<String> SKIPPED = Set.of(
            "Control.port",
            "Control.firstRound",
            "Steering.port",
            "Steering.watch",
            "ManagedKey.published",
            "ManagedKey.route",
            "ManagedKey.snapshot",
            "ManagedKey.owner",
            "ManagedKey.disagreements",
            "Picture.route",
            "Picture.owner",
            "Picture.disagreements",
            "Decline.reason",
            "NotYet.reason",
            "PeerRecord.size",
            "Ground.ticket",
            "Ground.generation",
            "Confirm.generation",
            "Held.token",
            "TakingOver.failures",
            "Starting.failures",
            "Pausing.failures");

    private static final Map<String, Integer> OWN = Map.of(
            "Directory.version", VERSION,
            "Versioned.version", VERSION,
            "PeerRecord.acknowledged", VERSION,
            "Ground.round", ROUND,
            "Free.attempt", ASK,
            "Asking.attempt", ASK,
            "Waiting.attempt", ASK,
            "Held.attempt", ASK,
            "Releasing.attempt", ASK);

    private static final Map<String, Integer> OF_SENDER =
            Map.of("StandDown.round", ROUND, "Announce.base", VERSION, "Announce.version", VERSION);

    private static final Map<String, Integer> OF_RECEIVER = Map.of(
            "Confirm.round", ROUND, "StillStopping.round", ROUND, "Decline.round", ROUND, "Announced.version", VERSION);

    private final StringBuilder text = new StringBuilder(1_500);
    private byte[] kinds = new byte[32];
    private long[] numbers = new long[32];
    private int count;

    /** Whose state is written, or who sends, and who receives or of whom something is known. */
    private int self;

    private int other;
    private int life;

    Form seat(Seat seat) {
        begin(seat.who, -1, seat.life);
        text.append(seat.life)
                .append(seat.sees)
                .append(seat.instance)
                .append(seat.resendArmed)
                .append(seat.leaving)
                .append(seat.inRotation)
                .append(seat.phase)
                .append(seat.owner)
                .append(seat.promised)
                .append(seat.confirmed)
                .append('/')
                .append(seat.answered)
                .append('/')
                .append(seat.silent);
        lease(seat.lease);
        number(ROUND, seat.who, seat.round);
        timers(seat);
        if (seat.control != null) {
            write(seat.control);
        }
        return end();
    }

    private void lease(LeaseSeat lease) {
        text.append(lease.asking)
                .append(lease.givenUp)
                .append(lease.valid)
                .append(lease.releasing)
                .append(lease.waits);
        number(ASK, self, lease.ask);
        number(ASK, self, lease.lossDue);
    }

    private void timers(Seat seat) {
        if (seat.control == null) {
            return;
        }
        Object ground = ground(seat);
        long ticket = (long) Anatomy.value("ticket", ground);
        long attempt = (long) Anatomy.value("attempt", Anatomy.value("claim", ground));
        for (Timer timer : Timer.values()) {
            long armed = seat.tickets[timer.ordinal()];
            if (armed != Seat.NOT_ARMED) {
                text.append(timer).append(armed == (timer == Timer.LEASE ? attempt : ticket));
            }
        }
    }

    private static Object ground(Seat seat) {
        Map<?, ?> keys = (Map<?, ?>) Anatomy.value("keys", seat.control);
        return Anatomy.value("ground", Anatomy.value("state", keys.get(Cast.KEY)));
    }

    Form letter(Letter letter) {
        begin(letter.from() == Cast.ARBITER ? letter.to() : letter.from(), letter.to(), 0);
        text.append(letter.from()).append(letter.to());
        if (letter.content() instanceof Content.Says says) {
            write(says.frame());
        } else if (letter.content() instanceof Content.Refuses refuses) {
            // The frame goes back to who has sent it.
            begin(letter.to(), letter.from(), 0);
            text.append("refused").append(letter.from()).append(letter.to());
            write(refuses.frame());
        } else {
            text.append(letter.content().getClass().getSimpleName());
            number(ASK, self, (long) Anatomy.value("ask", letter.content()));
        }
        return end();
    }

    private void begin(int who, int toWhom, int itsLife) {
        self = who;
        other = toWhom;
        life = itsLife;
        count = 0;
        text.setLength(0);
    }

    private Form end() {
        return Form.of(text, Arrays.copyOf(kinds, count), Arrays.copyOf(numbers, count));
    }

    private void number(int kind, int whose, long value) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
        }
        text.append('#').append(kind + whose);
        kinds[count] = (byte) (kind + whose);
        numbers[count++] = value;
    }

    // ---- any object

    private void write(@Nullable Object value) {
        if (value == null) {
            text.append('~');
        } else if (value instanceof NodeId id) {
            text.append('n').append(Cast.number(id));
        } else if (value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum
                || value instanceof Duration) {
            text.append(value).append(',');
        } else if (value instanceof Optional<?> optional) {
            text.append('?');
            write(optional.orElse(null));
        } else if (value instanceof Map<?, ?> map) {
            map(map);
        } else if (value instanceof Set<?> set) {
            sorted(set).forEach(this::write);
        } else if (value instanceof Collection<?> list) {
            text.append('[');
            list.forEach(this::write);
            text.append(']');
        } else {
            fields(value);
        }
    }

    private static List<Object> sorted(Collection<?> names) {
        List<Object> sorted = new ArrayList<>(names);
        sorted.sort((a, b) -> sortKey(a).compareTo(sortKey(b)));
        return sorted;
    }

    private static String sortKey(Object name) {
        return name instanceof NodeId id ? "n" + Cast.number(id) : String.valueOf(name);
    }

    private void map(Map<?, ?> map) {
        text.append('{');
        for (Object key : sorted(map.keySet())) {
            write(key);
            int before = other;
            if (key instanceof NodeId peer) {
                other = Cast.number(peer);
            }
            write(map.get(key));
            other = before;
        }
        text.append('}');
    }

    private void fields(Object value) {
        String name = value.getClass().getSimpleName();
        text.append(name).append('(');
        for (Field field : Anatomy.of(value.getClass())) {
            String path = Anatomy.name(field);
            if (!SKIPPED.contains(path) && !known(path, field, value)) {
                write(Anatomy.value(field, value));
            }
        }
        text.append(')');
    }

    /** Whether the field is a number that was written. */
    private boolean known(String path, Field field, Object of) {
        boolean aNumber = field.getType() == long.class || field.getType() == int.class;
        if (!aNumber || PLAIN.contains(path)) {
            return false;
        }
        long value = ((Number) Anatomy.value(field, of)).longValue();
        if (OWN.containsKey(path)) {
            int kind = OWN.get(path);
            number(kind, self, kind == ASK ? (long) life << LeaseSeat.ATTEMPTS | value : value);
        } else if (OF_SENDER.containsKey(path)) {
            number(OF_SENDER.get(path), self, value);
        } else if (OF_RECEIVER.containsKey(path)) {
            number(OF_RECEIVER.get(path), other, value);
        } else if (path.equals("PeerRecord.version")) {
            number(VERSION, other, value);
        } else if (path.equals("StandDownAsked.round")) {
            number(ROUND, Cast.number((NodeId) Anatomy.value("from", of)), value);
        } else if (path.equals("Promise.round")) {
            number(ROUND, Cast.number((NodeId) Anatomy.value("to", of)), value);
        } else {
            throw new IllegalStateException("The exploration was not told what the number " + path
                    + " means: say in Canon whether its value counts, its order, or nothing of it");
        }
        return true;
    }

    /** The round that is under way on this seat; -1 for none. */
    static long openRound(Seat seat) {
        return seat.control != null && seat.phase == State.TAKING_OVER
                ? (long) Anatomy.value("round", ground(seat))
                : -1;
    }
}
