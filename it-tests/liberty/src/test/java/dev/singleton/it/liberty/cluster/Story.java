package dev.singleton.it.liberty.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.liberty.cluster.Note.Kind;
import dev.singleton.it.liberty.cluster.Note.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        return of(Kind.HANDLED).filter(note -> note.node().equals(node));
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

    /** Dead letters that an instance handled all the same. */
    List<Message> deadYetHandled() {
        Set<Message> dead = messages(Kind.DEAD);
        return of(Kind.HANDLED).map(Note::message).filter(dead::contains).toList();
    }

    /** Dead letters and refusals on nodes other than these. */
    List<Note> notDelivered(String... exceptOn) {
        return Stream.concat(of(Kind.DEAD), of(Kind.REFUSED))
                .filter(note -> !List.of(exceptOn).contains(note.node()))
                .toList();
    }

    /** Nothing was lost, repeated or reordered, no letter died, and there was never more than one instance. */
    void assertFlawless() {
        assertFlawlessButOn();
    }

    /** The same; but what was told on these nodes, which ended meanwhile, may have become dead letters or been refused. */
    void assertFlawlessButOn(String... leaving) {
        assertThat(notDelivered(leaving)).as("dead letters and refusals").isEmpty();
        assertThat(unaccounted()).as("lost").isEmpty();
        assertOneWithoutRepetition();
        assertThat(reordered()).as("reordered").isEmpty();
        assertThat(deadYetHandled()).as("dead letters that were handled").isEmpty();
    }

    void assertOneWithoutRepetition() {
        assertThat(repeated()).as("repeated").isEmpty();
        assertThat(peakInstances()).as("most instances at one time").isEqualTo(1);
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
