package dev.singleton.it;

import dev.singleton.it.Census.Message;
import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What became of each message that was told to one singleton; read from a time line and nothing else.
 *
 * <p>A message that was neither handled nor a dead letter may have died with a JVM: with that of its teller, or with that of
 * a host that had accepted it. What a killed host had accepted of one sender comes behind what it had handled and before all
 * that was not accepted, so a message out of that row is not explained by that kill, unless order was not promised.
 */
final class Fates {

    /** How a message ended that was neither handled nor a dead letter. */
    enum End {
        /** Its teller was killed; how much was told there is known only as far as something of it arrived. */
        WITH_ITS_TELLER,
        /** A host was killed that had accepted it. */
        WITH_ITS_HOST,
        /** No kill explains it. */
        LOST
    }

    /** What is known of one message. */
    record Fate(Message message, List<Event> handled, Optional<Event> dead) {

        /** When its fate was known first. */
        long since() {
            long since = dead.map(Event::nanos).orElse(Long.MAX_VALUE);
            return handled.isEmpty() ? since : Math.min(since, handled.get(0).nanos());
        }

        private boolean handledOn(String life) {
            return handled.stream().anyMatch(event -> event.life().equals(life));
        }
    }

    private final Lives lives;
    private final Map<String, TreeMap<Long, Fate>> bySender = new TreeMap<>();
    private final Map<String, Long> told = new TreeMap<>();
    private final Map<Message, End> missing = new LinkedHashMap<>();

    /** @param events in the order of time */
    Fates(String key, List<Event> events, Lives lives) {
        this.lives = lives;
        for (Event event : events) {
            if (event.is(Kind.HANDLED, key)) {
                fate(Message.of(event)).handled().add(event);
            } else if (event.is(Kind.DEAD, key)) {
                Fate before = fate(Message.of(event));
                put(new Fate(before.message(), before.handled(), Optional.of(event)));
            } else if (event.is(Kind.TOLD, key)) {
                told.merge(event.life(), event.number(1), Math::max);
            }
        }
        bySender.forEach((sender, fates) -> told.merge(sender, fates.lastKey(), Math::max));
        told.forEach(this::look);
    }

    private Fate fate(Message message) {
        TreeMap<Long, Fate> fates = bySender.computeIfAbsent(message.sender(), sender -> new TreeMap<>());
        return fates.computeIfAbsent(
                message.number(), number -> new Fate(message, new ArrayList<>(), Optional.empty()));
    }

    private void put(Fate fate) {
        bySender.get(fate.message().sender()).put(fate.message().number(), fate);
    }

    private void look(String sender, long last) {
        TreeMap<Long, Fate> known = bySender.getOrDefault(sender, new TreeMap<>());
        for (long number = 1; number <= last; number++) {
            if (!known.containsKey(number)) {
                missing.put(new Message(sender, number), end(sender, number, known));
            }
        }
    }

    private End end(String sender, long number, NavigableMap<Long, Fate> known) {
        if (lives.wasKilled(sender)) {
            return End.WITH_ITS_TELLER;
        }
        long toldAfter = toldBy(sender, number, known);
        return lives.killed().entrySet().stream()
                        .anyMatch(kill ->
                                kill.getValue() > toldAfter && explains(kill.getKey(), kill.getValue(), number, known))
                ? End.WITH_ITS_HOST
                : End.LOST;
    }

    /** A time at which it had not been told later than by a moment: that of the one before it. */
    private long toldBy(String sender, long number, NavigableMap<Long, Fate> known) {
        for (Fate fate : known.headMap(number, false).descendingMap().values()) {
            if (!fate.handled().isEmpty()) {
                return fate.handled().get(0).number(3);
            }
        }
        return lives.began().getOrDefault(sender, 0L);
    }

    /** Whether this node, killed at that time, can have had the message. */
    private boolean explains(String life, long killedAt, long number, NavigableMap<Long, Fate> known) {
        Optional<Instance> last = lives.instances().stream()
                .filter(each -> each.life().equals(life) && each.from() < killedAt)
                .reduce((first, second) -> second);
        boolean hadSome =
                last.filter(each -> each.to() >= killedAt || each.sentOnward()).isPresent() || mightBegin(killedAt);
        long since = last.map(Instance::from).orElse(lives.began().getOrDefault(life, 0L));
        return hadSome && (isNext(life, killedAt, number, known) || lives.upset(since, killedAt));
    }

    /** Nobody had an instance, so that any node may have been about to, and have held messages for it. */
    private boolean mightBegin(long at) {
        return lives.instances().stream().noneMatch(each -> each.livesAt(at));
    }

    /** Whether it comes behind all that the killed one handled, and before all of which something else became afterwards. */
    private static boolean isNext(String life, long killedAt, long number, NavigableMap<Long, Fate> known) {
        return known.tailMap(number, false).values().stream().noneMatch(fate -> fate.handledOn(life))
                && known.headMap(number, false).values().stream()
                        .noneMatch(fate -> fate.since() > killedAt && !fate.handledOn(life));
    }

    /** All that were handled or are dead letters. */
    List<Fate> known() {
        return bySender.values().stream()
                .flatMap(fates -> fates.values().stream())
                .toList();
    }

    /** All that were neither. */
    Map<Message, End> missing() {
        return Collections.unmodifiableMap(missing);
    }

    /** Those that ended so. */
    List<Message> missing(End end) {
        return missing.entrySet().stream()
                .filter(entry -> entry.getValue() == end)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** How many are dead letters, by reason. */
    Map<String, Integer> deadLetters() {
        Map<String, Integer> reasons = new TreeMap<>();
        known().forEach(fate -> fate.dead().ifPresent(dead -> reasons.merge(dead.field(3), 1, Integer::sum)));
        return reasons;
    }

    /** Dead letters that were handled all the same, with the reason. */
    Map<Message, String> deadYetHandled() {
        Map<Message, String> both = new HashMap<>();
        known().stream()
                .filter(fate -> !fate.handled().isEmpty())
                .forEach(fate -> fate.dead().ifPresent(dead -> both.put(fate.message(), dead.field(3))));
        return both;
    }

    /** Dead letters of which whoever told them may believe that nobody handled them, although somebody did. */
    List<Message> wronglyDead() {
        return deadYetHandled().entrySet().stream()
                .filter(entry -> !entry.getValue().equals("DELIVERY_UNKNOWN"))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** All messages that are known to have been told, on nodes that were, or were not, killed. */
    long told(boolean onKilledNodes) {
        return told.entrySet().stream()
                .filter(each -> lives.wasKilled(each.getKey()) == onKilledNodes)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Of these, those that were handled. */
    long handled(boolean onKilledNodes) {
        return count(onKilledNodes, fate -> !fate.handled().isEmpty());
    }

    /** Of these, those that are dead letters and were not handled. */
    long dead(boolean onKilledNodes) {
        return count(onKilledNodes, fate -> fate.handled().isEmpty());
    }

    private long count(boolean onKilledNodes, Predicate<Fate> wanted) {
        return known().stream()
                .filter(fate -> lives.wasKilled(fate.message().sender()) == onKilledNodes)
                .filter(wanted)
                .count();
    }
}
