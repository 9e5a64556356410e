package dev.singleton.exploration;

import dev.singleton.exploration.Content.Letter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives each seat and each letter that was ever met a number, so that a state of the whole cluster is a few numbers; and
 * remembers each step of a seat, for a seat meets the same in very many states of the cluster.
 */
// A state is kept as a few numbers: that is what ordinals are for here.
@SuppressWarnings({"EnumOrdinal", "ArrayRecordComponent"})
final class Roster {

    /** What came of a step: the next seat, the letters that it sends, and the promise that it breaks. */
    record Known(int seat, int[] sent, Optional<String> broken) {}

    private final Desk desk;
    private final Canon canon = new Canon();
    private final List<Seat> seats = new ArrayList<>();
    private final List<Form> seatForms = new ArrayList<>();
    private final List<Long> rounds = new ArrayList<>();
    private final Map<Form.Exact, Integer> seatNumbers = new HashMap<>();
    private final List<Letter> letters = new ArrayList<>();
    private final List<Form> letterForms = new ArrayList<>();
    private final Map<Form.Exact, Integer> letterNumbers = new HashMap<>();
    private final Map<Long, Known> steps = new HashMap<>();

    Roster(Scope scope) {
        this.desk = new Desk(scope);
    }

    int number(Seat seat) {
        Form form = canon.seat(seat);
        return seatNumbers.computeIfAbsent(form.exact(), unknown -> {
            seat.form = seats.size();
            seats.add(seat);
            seatForms.add(form);
            rounds.add(Canon.openRound(seat));
            return seat.form;
        });
    }

    int number(Letter letter) {
        Form form = canon.letter(letter);
        return letterNumbers.computeIfAbsent(form.exact(), unknown -> {
            letters.add(letter);
            letterForms.add(form);
            return letters.size() - 1;
        });
    }

    Seat seat(int number) {
        return seats.get(number);
    }

    Form seatForm(int number) {
        return seatForms.get(number);
    }

    /** The round that is under way on this seat; -1 for none. */
    long round(int number) {
        return rounds.get(number);
    }

    Letter letter(int number) {
        return letters.get(number);
    }

    Form letterForm(int number) {
        return letterForms.get(number);
    }

    Known step(int seat, Stimulus stimulus, int argument) {
        long key = ((long) seat * 32 + stimulus.ordinal()) << 24 | argument;
        Known known = steps.get(key);
        if (known == null) {
            known = make(seat, stimulus, argument);
            steps.put(key, known);
        }
        return known;
    }

    private Known make(int seat, Stimulus stimulus, int argument) {
        Optional<Letter> letter = stimulus == Stimulus.RECEIVES ? Optional.of(letters.get(argument)) : Optional.empty();
        Desk.Outcome outcome = desk.step(seats.get(seat), stimulus, argument, letter);
        int[] sent = outcome.sent().stream().mapToInt(this::number).toArray();
        return new Known(number(outcome.seat()), sent, outcome.broken());
    }

    @Override
    public String toString() {
        return seats.size() + " seats, " + letters.size() + " letters, " + steps.size() + " steps";
    }
}
