package dev.singleton.it;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What became of one singleton and of the messages told to it, counted over the time line of all JVMs. */
record Census(String key, List<Event> events) {

    /** One message of the row that one life of a node told. */
    record Message(String sender, long number) {
        static Message of(Event event) {
            return new Message(event.field(1), event.number(2));
        }
    }

    /** The largest number of instances that lived at one time. An instance of a killed JVM ends with it. */
    int peakInstances() {
        Map<String, Integer> ofLife = new HashMap<>();
        int peak = 0;
        for (Event event : events) {
            if (event.kind() == Kind.GONE) {
                ofLife.remove(event.life());
            } else if (event.is(Kind.STARTED, key)) {
                ofLife.merge(event.life(), 1, Integer::sum);
            } else if (event.is(Kind.STOPPED, key)) {
                ofLife.merge(event.life(), -1, Integer::sum);
            }
            peak = Math.max(
                    peak, ofLife.values().stream().mapToInt(Integer::intValue).sum());
        }
        return peak;
    }

    /** Starts and stops as sentences, such as {@code n1#1 started}. */
    List<String> moves() {
        return Stream.concat(of(Kind.STARTED), of(Kind.STOPPED))
                .sorted((left, right) -> Long.compare(left.nanos(), right.nanos()))
                .map(event -> event.life() + (event.kind() == Kind.STARTED ? " started" : " stopped"))
                .toList();
    }

    /** The fencing tokens of the instances, in the order of their starts. */
    List<Long> tokens() {
        return of(Kind.STARTED).map(event -> event.number(2)).toList();
    }

    /** What the instances on this life of a node handled. */
    Stream<Event> handledBy(String life) {
        return of(Kind.HANDLED).filter(event -> event.life().equals(life));
    }

    Stream<Event> of(Kind kind) {
        return events.stream().filter(event -> event.is(kind, key));
    }

    /** The numbers that were handled of each sender, in the order in which they were. */
    Map<String, List<Long>> handled() {
        return of(Kind.HANDLED)
                .collect(
                        groupingBy(event -> event.field(1), TreeMap::new, mapping(event -> event.number(2), toList())));
    }

    /** How many each life told. */
    Map<String, Long> told() {
        Map<String, Long> told = new TreeMap<>();
        of(Kind.TOLD).forEach(event -> told.merge(event.life(), event.number(1), Math::max));
        return told;
    }

    /** Messages that were handled more than once. */
    List<Message> repeated() {
        Set<Message> seen = new HashSet<>();
        return of(Kind.HANDLED)
                .map(Message::of)
                .filter(message -> !seen.add(message))
                .toList();
    }

    /** Messages that were handled after a later one of the same sender. */
    List<Message> reordered() {
        Map<String, Long> highest = new HashMap<>();
        List<Message> late = new ArrayList<>();
        of(Kind.HANDLED).map(Message::of).forEach(message -> {
            long before = highest.merge(message.sender(), message.number(), Math::max);
            if (before > message.number()) {
                late.add(message);
            }
        });
        return late;
    }

    Map<Message, String> deadLetters() {
        Map<Message, String> dead = new HashMap<>();
        of(Kind.DEAD).forEach(event -> dead.put(Message.of(event), event.field(3)));
        return dead;
    }

    /**
     * Dead letters that an instance handled all the same, but for those whose fate their sender could not know: they had
     * been sent to one of these JVMs, which was killed before it answered.
     */
    List<Message> deadYetHandled(String... killed) {
        Map<Message, String> dead = deadLetters();
        return of(Kind.HANDLED)
                .filter(event -> dead.containsKey(Message.of(event)))
                .filter(event -> !dead.get(Message.of(event)).equals("DELIVERY_UNKNOWN")
                        || !List.of(killed).contains(event.life()))
                .map(Message::of)
                .toList();
    }

    /** Messages that were told and neither handled nor made a dead letter, so far. */
    List<Message> unaccounted() {
        Set<Message> known = new HashSet<>(deadLetters().keySet());
        of(Kind.HANDLED).map(Message::of).forEach(known::add);
        List<Message> missing = new ArrayList<>();
        told().forEach((sender, last) -> {
            for (long number = 1; number <= last; number++) {
                Message message = new Message(sender, number);
                if (!known.contains(message)) {
                    missing.add(message);
                }
            }
        });
        return missing;
    }

    /** The last message of everybody who said how many there were has been handled, or is a dead letter. */
    boolean settled() {
        Set<Message> known = new HashSet<>(deadLetters().keySet());
        of(Kind.HANDLED).map(Message::of).forEach(known::add);
        return told().entrySet().stream()
                .allMatch(told -> told.getValue() == 0 || known.contains(new Message(told.getKey(), told.getValue())));
    }

    /** Nothing was lost, repeated or reordered, no letter died, and there was never more than one instance. */
    void assertFlawless() {
        assertThat(deadLetters()).as("dead letters").isEmpty();
        assertThat(repeated()).as("repeated").isEmpty();
        assertThat(reordered()).as("reordered").isEmpty();
        assertThat(unaccounted()).as("lost").isEmpty();
        assertThat(peakInstances()).as("most instances at one time").isEqualTo(1);
    }

    /** Each instance went on with the count at which its predecessor, which stopped as planned, had ended. */
    void assertWarm() {
        assertThat(of(Kind.STARTED))
                .allSatisfy(start -> assertThat(start.number(1))
                        .as("count of %s", start.life())
                        .isEqualTo(of(Kind.HANDLED)
                                .filter(handled -> handled.nanos() < start.nanos())
                                .count()));
    }

    /** Each instance ran under a lease of its own, and each token is larger than all before it. */
    void assertTokensGrow() {
        assertThat(tokens())
                .as("tokens in the order of the starts")
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .isSorted();
    }

    /** The longest time in which no message was handled, in nanoseconds. */
    long longestGap() {
        return gaps().max().orElse(0);
    }

    private java.util.stream.LongStream gaps() {
        List<Event> handled = of(Kind.HANDLED).toList();
        return java.util.stream.IntStream.range(1, handled.size())
                .mapToLong(i -> handled.get(i).nanos() - handled.get(i - 1).nanos());
    }

    /** The longest time from telling a message to handling it, in nanoseconds. */
    long longestDelay() {
        return of(Kind.HANDLED)
                .mapToLong(event -> event.nanos() - event.number(3))
                .max()
                .orElse(0);
    }
}
