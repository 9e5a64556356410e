package dev.singleton.it;

import dev.singleton.it.Census.Message;
import dev.singleton.it.Event.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What became of each message that was told to one singleton; a pure function of a time line.
 *
 * @param told how many were told, by senders that said so
 * @param handled how many different ones were handled
 * @param repeated handled more than once
 * @param reordered handled after a later one of the same sender
 * @param deadLetters how many are dead letters, by reason
 * @param deadYetHandled dead letters that were handled all the same, with the reason
 * @param lostWithHost neither handled nor a dead letter, and lost in a JVM that was killed while it hosted or began to
 * @param ofKilledTellers neither handled nor a dead letter, and told by a JVM that was killed
 * @param unexplained neither handled nor a dead letter, and nothing explains why
 */
record Fates(
        long told,
        int handled,
        List<Message> repeated,
        List<Message> reordered,
        Map<String, Integer> deadLetters,
        Map<Message, String> deadYetHandled,
        List<Message> lostWithHost,
        List<Message> ofKilledTellers,
        List<Message> unexplained) {

    /** @param disturbed whether a host may have got messages again that it had handled later ones of already */
    static Fates of(Census census, List<Instance> instances, boolean disturbed) {
        Map<Message, String> dead = census.deadLetters();
        Set<Message> handled = new HashSet<>();
        census.of(Kind.HANDLED).map(Message::of).forEach(handled::add);
        Map<String, Integer> reasons = new TreeMap<>();
        dead.values().forEach(reason -> reasons.merge(reason, 1, Integer::sum));
        Map<Message, String> both = new HashMap<>(dead);
        both.keySet().retainAll(handled);
        Missing missing = new Missing(census, instances, disturbed, dead.keySet(), handled);
        return new Fates(
                census.told().values().stream().mapToLong(Long::longValue).sum(),
                handled.size(),
                census.repeated(),
                census.reordered(),
                reasons,
                both,
                missing.lostWithHost,
                missing.ofKilledTellers,
                missing.unexplained);
    }

    /** Dead letters of which whoever told them may believe that nobody handled them, although somebody did. */
    List<Message> wronglyDead() {
        return deadYetHandled.entrySet().stream()
                .filter(entry -> !entry.getValue().equals("DELIVERY_UNKNOWN"))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Looks for what explains that a message is missing. */
    private static final class Missing {

        private final List<Message> lostWithHost = new ArrayList<>();
        private final List<Message> ofKilledTellers = new ArrayList<>();
        private final List<Message> unexplained = new ArrayList<>();
        private final Map<String, Long> killedAt = new HashMap<>();
        private final List<KilledHost> killedHosts = new ArrayList<>();

        /**
         * Where accepted messages may have died.
         *
         * @param last the last number of each sender that it had handled; what it lost came later
         */
        private record KilledHost(long at, Map<String, Long> last) {}

        /** When handled messages were told, by sender and number. */
        private final Map<String, TreeMap<Long, Long>> toldAt = new HashMap<>();

        Missing(Census census, List<Instance> instances, boolean disturbed, Set<Message> dead, Set<Message> handled) {
            census.events().stream()
                    .filter(event ->
                            event.kind() == Kind.FAULT && event.field(0).equals("kill"))
                    .forEach(event -> killedAt.put(event.field(1), event.nanos()));
            killedAt.forEach((life, at) -> {
                if (hostedOrMightBegin(life, at, instances)) {
                    Map<String, Long> lastOfSender = new HashMap<>();
                    if (!disturbed) {
                        census.handledBy(life)
                                .forEach(event -> lastOfSender.merge(event.field(1), event.number(2), Math::max));
                    }
                    killedHosts.add(new KilledHost(at, lastOfSender));
                }
            });
            census.of(Kind.HANDLED)
                    .forEach(event -> toldAt.computeIfAbsent(event.field(1), sender -> new TreeMap<>())
                            .put(event.number(2), event.number(3)));
            Map<String, Long> last = new HashMap<>(census.told());
            handled.forEach(message -> last.merge(message.sender(), message.number(), Math::max));
            dead.forEach(message -> last.merge(message.sender(), message.number(), Math::max));
            last.forEach((sender, end) -> {
                for (long number = 1; number <= end; number++) {
                    Message message = new Message(sender, number);
                    if (!handled.contains(message) && !dead.contains(message)) {
                        explain(message);
                    }
                }
            });
        }

        /** It had an instance, or nobody had one, so that it may have been about to. */
        private static boolean hostedOrMightBegin(String life, long at, List<Instance> instances) {
            return instances.stream().anyMatch(each -> each.life().equals(life))
                    || instances.stream().noneMatch(each -> each.livesAt(at));
        }

        private void explain(Message message) {
            if (killedAt.containsKey(message.sender())) {
                ofKilledTellers.add(message);
            } else if (killedHosts.stream().anyMatch(host -> mayHaveHad(host, message))) {
                lostWithHost.add(message);
            } else {
                unexplained.add(message);
            }
        }

        /** What was told before it was killed, and comes after all that it had handled of the sender. */
        private boolean mayHaveHad(KilledHost host, Message message) {
            return host.at() > toldNotBefore(message)
                    && message.number() > host.last().getOrDefault(message.sender(), 0L);
        }

        private long toldNotBefore(Message message) {
            Map.Entry<Long, Long> before =
                    toldAt.getOrDefault(message.sender(), new TreeMap<>()).lowerEntry(message.number());
            return before == null ? Long.MIN_VALUE : before.getValue();
        }
    }
}
