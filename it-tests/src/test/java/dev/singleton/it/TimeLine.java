package dev.singleton.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** All that happened in all JVMs, in the order of the one clock; safe for threads. */
final class TimeLine {

    /** How long something that must happen is waited for: a bound for a loaded machine, and no expectation. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    static final Set<Event.Kind> MANY =
            EnumSet.of(Event.Kind.HANDLED, Event.Kind.WRITTEN, Event.Kind.DEAD, Event.Kind.REPLY);

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Event> events = new ArrayList<>();
    /** By key and sender; counted as they come, for it is asked for often. */
    private final Map<String, Map<String, Integer>> handled = new HashMap<>();

    void add(Event event) {
        lock.lock();
        try {
            events.add(event);
            if (event.kind() == Event.Kind.HANDLED) {
                handled.computeIfAbsent(event.field(0), key -> new HashMap<>()).merge(event.field(1), 1, Integer::sum);
            }
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            events.clear();
            handled.clear();
        } finally {
            lock.unlock();
        }
    }

    List<Event> events() {
        lock.lock();
        try {
            List<Event> sorted = new ArrayList<>(events);
            sorted.sort(Comparator.comparingLong(Event::nanos));
            return sorted;
        } finally {
            lock.unlock();
        }
    }

    /** How many messages of each sender have been handled so far. */
    Map<String, Integer> handledBySender(String key) {
        lock.lock();
        try {
            return Map.copyOf(handled.getOrDefault(key, Map.of()));
        } finally {
            lock.unlock();
        }
    }

    Census census(String key) {
        return new Census(key, events());
    }

    /** The first event like this one at or after that time, as soon as there is one. */
    Event await(String what, long since, Predicate<Event> wanted) {
        List<Event> found = new ArrayList<>();
        int[] looked = new int[1];
        await(what, () -> {
            lock.lock();
            try {
                while (looked[0] < events.size() && found.isEmpty()) {
                    Optional.of(events.get(looked[0]++))
                            .filter(event -> event.nanos() >= since && wanted.test(event))
                            .ifPresent(found::add);
                }
            } finally {
                lock.unlock();
            }
            return !found.isEmpty();
        });
        return found.get(0);
    }

    /** Returns when it is so late by {@link System#nanoTime()}. */
    void await(String what, long time) {
        await(what, () -> System.nanoTime() - time >= 0);
    }

    /** Returns when the condition holds; looks again some thirty times a second. */
    void await(String what, BooleanSupplier condition) {
        await(what, condition, () -> "");
    }

    void await(String what, BooleanSupplier condition, Supplier<String> instead) {
        await(what, PATIENCE, condition, instead);
    }

    void await(String what, Duration patience, BooleanSupplier condition, Supplier<String> instead) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "Not within " + patience + ": " + what + ". " + instead.get() + "\n" + story());
            }
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
        if (Thread.interrupted()) {
            throw new AssertionError("The test was ended from outside");
        }
    }

    /** What happened but messages, for the reader of a failure. */
    String story() {
        StringBuilder story = new StringBuilder();
        events().stream()
                .filter(event -> !MANY.contains(event.kind()))
                .limit(100)
                .forEach(event -> story.append(event).append('\n'));
        return story.toString();
    }
}
