package dev.singleton.it.liberty.cluster;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.liberty.cluster.Note.Kind;
import dev.singleton.it.liberty.cluster.Note.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What became of one singleton and of what was told to it.
 *
 * @param singleton its name
 * @param since when the story begins
 * @param all notes from the beginning of the world, in their order
 */
record Story(String singleton, long since, List<Note> all) {

    Stream<Note> of(Kind kind) {
        return all.stream().filter(note -> note.nanos() >= since && note.is(kind, singleton));
    }

    Stream<Note> handledOn(String node) {
        return of(Kind.HANDLED).filter(note -> note.life().startsWith(node + "#"));
    }

    private Set<Message> messages(Kind kind) {
        return new HashSet<>(of(kind).map(Note::message).toList());
    }

    /** Starts and stops as sentences, such as {@code n1#1 started}. */
    List<String> moves() {
        return all.stream()
                .filter(note -> note.nanos() >= since)
                .filter(note -> note.is(Kind.STARTED, singleton) || note.is(Kind.STOPPED, singleton))
                .map(note -> note.life() + (note.kind() == Kind.STARTED ? " started" : " stopped"))
                .toList();
    }

    /** The largest number of instances that lived at one time; an instance of a killed process ends with it. */
    int peakInstances() {
        Map<String, Integer> ofLife = new HashMap<>();
        int peak = 0;
        for (Note note : all) {
            if (note.kind() == Kind.GONE) {
                ofLife.remove(note.life());
            } else if (note.is(Kind.STARTED, singleton)) {
                ofLife.merge(note.life(), 1, Integer::sum);
            } else if (note.is(Kind.STOPPED, singleton)) {
                ofLife.merge(note.life(), -1, Integer::sum);
            }
            int now = ofLife.values().stream().mapToInt(Integer::intValue).sum();
            peak = note.nanos() >= since ? Math.max(peak, now) : now;
        }
        return peak;
    }

    /** The fencing tokens of the instances, in the order of their starts. */
    List<Long> tokens() {
        return of(Kind.STARTED).map(Note::token).toList();
    }

    /** Messages that an instance handled with a valid lease although one with a larger token had started. */
    List<Note> handledUnderAnOldLease() {
        List<Note> wrong = new ArrayList<>();
        long largest = 0;
        for (Note note : all) {
            if (note.is(Kind.STARTED, singleton)) {
                largest = Math.max(largest, note.token());
            } else if (note.is(Kind.HANDLED, singleton)
                    && note.token() < largest
                    && note.text().equals("valid")) {
                wrong.add(note);
            }
        }
        return wrong;
    }

    /** Messages that were handled more than once. */
    List<Message> repeated() {
        Set<Message> seen = new HashSet<>();
        return of(Kind.HANDLED)
                .map(Note::message)
                .filter(message -> !seen.add(message))
                .toList();
    }

    /** Messages that were handled after a later one of the same sender. */
    List<Message> reordered() {
        Map<String, Long> highest = new HashMap<>();
        List<Message> late = new ArrayList<>();
        of(Kind.HANDLED).map(Note::message).forEach(message -> {
            if (highest.merge(message.sender(), message.number(), Math::max) > message.number()) {
                late.add(message);
            }
        });
        return late;
    }

    /** Messages that were told, and neither handled nor made a dead letter nor refused at once, so far. */
    List<Message> unaccounted() {
        Set<Message> known = messages(Kind.HANDLED);
        known.addAll(messages(Kind.DEAD));
        known.addAll(messages(Kind.REFUSED));
        return of(Kind.TOLD)
                .map(Note::message)
                .filter(message -> !known.contains(message))
                .toList();
    }

    /** Dead letters and refusals. */
    Stream<Note> notDelivered() {
        return Stream.concat(of(Kind.DEAD), of(Kind.REFUSED));
    }

    /**
     * Dead letters that an instance handled all the same, but for those whose fate their sender could not know: they were
     * sent to this life, which was killed before it answered.
     */
    List<Message> deadYetHandled(String killed) {
        Map<Message, String> dead = new HashMap<>();
        notDelivered().forEach(note -> dead.put(note.message(), note.text()));
        return of(Kind.HANDLED)
                .filter(note -> dead.containsKey(note.message()))
                .filter(note ->
                        !note.life().equals(killed) || !dead.get(note.message()).equals("DELIVERY_UNKNOWN"))
                .map(Note::message)
                .toList();
    }

    /** The numbers that this life told, in this order. */
    List<Long> toldBy(String life) {
        return of(Kind.TOLD)
                .filter(note -> note.sender().equals(life))
                .map(Note::number)
                .toList();
    }

    /** The last message that this life told, if there is one, was handled or is a dead letter. */
    boolean knowsLastOf(String life) {
        List<Long> told = toldBy(life);
        return told.isEmpty() || !unaccounted().contains(new Message(life, told.get(told.size() - 1)));
    }

    /**
     * Nothing was lost, repeated or reordered, no letter died, and there was never more than one instance.
     *
     * @param left lives of the application that ended gracefully: what they told at last, when their node had left already,
     *     are dead letters
     */
    void assertFlawless(Set<String> left) {
        assertThat(unaccounted()).as("lost").isEmpty();
        assertOneWithoutRepetition();
        assertThat(reordered()).as("reordered").isEmpty();
        assertThat(deadYetHandled("")).as("dead letters that were handled").isEmpty();
        assertThat(notDelivered().filter(note -> !left.contains(note.life())))
                .as("dead letters and refusals on nodes that stayed")
                .isEmpty();
        left.forEach(this::assertOnlyItsLastDied);
    }

    private void assertOnlyItsLastDied(String life) {
        List<Long> told = toldBy(life);
        List<Note> died =
                notDelivered().filter(note -> note.life().equals(life)).toList();
        assertThat(died.stream().map(Note::number).sorted())
                .as("dead letters of %s, which left", life)
                .isEqualTo(told.subList(told.size() - died.size(), told.size()));
        assertThat(died).extracting(Note::text).as("why they died").allMatch("STOPPED"::equals);
    }

    void assertOneWithoutRepetition() {
        assertThat(repeated()).as("repeated").isEmpty();
        assertThat(peakInstances()).as("most instances at one time").isEqualTo(1);
    }

    /** What nobody knows of was with the killed life: of each sender one row, after the last that was handled there. */
    void assertOnlyLostWith(String killed) {
        Map<String, List<Long>> lost =
                unaccounted().stream().collect(groupingBy(Message::sender, mapping(Message::number, toList())));
        lost.forEach((sender, numbers) -> {
            long last = of(Kind.HANDLED)
                    .filter(note -> note.life().equals(killed) && note.sender().equals(sender))
                    .mapToLong(Note::number)
                    .max()
                    .orElse(0);
            assertThat(numbers)
                    .as("lost of %s, after %d", sender, last)
                    .isEqualTo(LongStream.rangeClosed(last + 1, last + numbers.size())
                            .boxed()
                            .toList());
        });
        assertThat(deadYetHandled(killed)).as("dead letters that were handled").isEmpty();
    }

    /** The longest time in which no message was handled, in nanoseconds. */
    long longestGap() {
        List<Note> handled = of(Kind.HANDLED).toList();
        long longest = 0;
        for (int i = 1; i < handled.size(); i++) {
            longest = Math.max(
                    longest, handled.get(i).nanos() - handled.get(i - 1).nanos());
        }
        return longest;
    }
}
