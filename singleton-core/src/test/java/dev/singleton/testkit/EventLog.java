package dev.singleton.testkit;

import static dev.singleton.testkit.Eventually.eventually;

import dev.singleton.ClusterSingletons;
import dev.singleton.DeadLetterReason;
import dev.singleton.SingletonEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The events of one node, in the order in which its listeners were told. */
public final class EventLog {

    private final List<SingletonEvent> events = new CopyOnWriteArrayList<>();

    public EventLog(ClusterSingletons node) {
        @SuppressWarnings("unused") // for as long as the node lives
        AutoCloseable unused = node.subscribe(events::add);
    }

    public List<SingletonEvent> all() {
        return events;
    }

    public <E extends SingletonEvent> List<E> of(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Waits until so many of a kind were told, and gives them all: events come a little after what they tell of. */
    public <E extends SingletonEvent> List<E> await(int count, Class<E> type) {
        eventually(count + " events " + type.getSimpleName(), () -> of(type).size() >= count);
        return of(type);
    }

    /** The messages that became dead letters. */
    public List<Object> deadLetters() {
        return of(SingletonEvent.DeadLetter.class).stream()
                .map(SingletonEvent.DeadLetter::message)
                .toList();
    }

    public List<Object> deadLetters(DeadLetterReason reason) {
        return of(SingletonEvent.DeadLetter.class).stream()
                .filter(letter -> letter.reason() == reason)
                .map(SingletonEvent.DeadLetter::message)
                .toList();
    }
}
