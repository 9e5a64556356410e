package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import dev.singleton.it.Fates.End;
import dev.singleton.it.Fates.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run kept what {@code docs/guarantees.md} promises, read from its time line and nothing else.
 *
 * <p>Faults that were injected excuse nothing by themselves: what excuses is seen on the time line. A member that was removed
 * although it lived (which on a busy machine may happen without a fault) excuses a second instance without a lease, and
 * messages that come behind later ones; a kill excuses what its JVM had.
 */
final class NemesisJudge {

    /** Between something that happens in a node and the event that tells of it. */
    private static final long MOMENT = Duration.ofSeconds(2).toNanos();

    /** Reasons of dead letters for which none of the faults is an excuse. */
    private static final Set<String> NEVER = Set.of("INCOMPATIBLE", "NOT_SERIALIZABLE", "NEVER_STARTED", "EXPIRED");

    static final String IN_HAND = "handled by an instance with a successor";

    private final String key;
    private final List<Event> events;
    private final boolean leased;
    private final int quorum;
    final Lives lives;
    final Fates fates;
    final List<Played> played;

    private final List<String> broken = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    /**
     * @param events in the order of time
     * @param leased whether each instance must have a lease
     * @param quorum as it was set; 0 for none
     */
    NemesisJudge(String key, List<Event> events, boolean leased, int quorum) {
        this.key = key;
        this.events = events;
        this.leased = leased;
        this.quorum = quorum;
        this.lives = new Lives(key, events);
        this.fates = new Fates(key, events, lives);
        this.played = Played.of(events);
        messages();
        order();
        instances();
        if (leased) {
            tokens();
        }
        episodes();
    }

    /** Each promise that was broken, as a sentence with names and times; nothing when all were kept. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    /** How many of this kind were seen: the names are those of {@link NemesisReport}. */
    int count(String what) {
        return counts.getOrDefault(what, 0);
    }

    private void count(String what, int more) {
        counts.merge(what, more, Integer::sum);
    }

    private void broke(String what, String sentence) {
        count(what, 1);
        broken.add(what + ": " + sentence);
    }

    private void messages() {
        fates.missing().forEach((message, end) -> {
            if (end == End.LOST) {
                broke("unaccounted", message + " was told, and neither handled nor a dead letter");
            }
        });
        for (Fate fate : fates.known()) {
            if (fate.handled().size() > 1) {
                broke("repeated", fate.message() + " was handled " + fate.handled());
            }
            fate.dead().ifPresent(dead -> {
                count("dead " + dead.field(3), 1);
                if (NEVER.contains(dead.field(3))) {
                    broke("dead letter", dead + ": for this reason none may be");
                }
                if (!fate.handled().isEmpty()) {
                    count("dead and handled", 1);
                    if (!dead.field(3).equals("DELIVERY_UNKNOWN")) {
                        broke(
                                "dead yet handled",
                                dead + ", and " + fate.handled().get(0));
                    }
                }
            });
        }
    }

    /** Messages that were handled after a later one of their sender, although nothing had happened that excuses it. */
    private void order() {
        Map<String, Event> highest = new HashMap<>();
        for (Event event : events) {
            if (!event.is(Kind.HANDLED, key)) {
                continue;
            }
            Event before = highest.get(event.field(1));
            if (before == null || before.number(2) < event.number(2)) {
                highest.put(event.field(1), event);
            } else if (before.number(2) > event.number(2)) {
                if (lives.upset(event.number(3) - MOMENT, event.nanos() + MOMENT)) {
                    count("reordered, as it may be", 1);
                } else {
                    broke("reordered", event + " after " + before);
                }
            }
        }
    }

    private void instances() {
        List<Instance> all = lives.instances();
        for (int i = 0; i < all.size(); i++) {
            Instance later = all.get(i);
            for (Instance earlier : all.subList(0, i)) {
                if (earlier.overlaps(later) && !leased) {
                    overlap(earlier, later);
                }
            }
            if (i > 0 && !all.get(i - 1).node().equals(later.node())) {
                count("moves", 1);
            }
            int seen = lives.sawAtMost(later.life(), later.from() - MOMENT, later.from());
            if (seen < quorum) {
                broke("quorum", later + " started while its node saw " + seen + " members");
            }
        }
    }

    private void overlap(Instance earlier, Instance later) {
        long since = later.from();
        boolean told = events.stream()
                .anyMatch(event -> event.is(Kind.TIMED_OUT, key)
                        && event.life().equals(later.life())
                        && Math.abs(event.nanos() - since) < MOMENT);
        boolean apart = !lives.saw(later.life(), earlier.node(), since - MOMENT, since)
                || (goesOn(later) && !lives.saw(earlier.life(), later.node(), since - MOMENT, since));
        if (told || apart) {
            count("two instances, as there may be", 1);
        } else {
            broke("double hosting", later + " started beside " + earlier);
        }
    }

    /** Whether it is in the place of one that had begun before the other: its node may not know yet that it was removed. */
    private boolean goesOn(Instance instance) {
        return lives.instances().stream()
                .anyMatch(before -> before.life().equals(instance.life())
                        && before.reason().equals("RESTART")
                        && before.to() <= instance.from()
                        && instance.from() - before.to() < MOMENT);
    }

    private void tokens() {
        List<Event> written =
                events.stream().filter(event -> event.is(Kind.WRITTEN, key)).toList();
        new Tokens(lives.instances(), written)
                .broken()
                .forEach((what, cases) -> cases.forEach(each -> broke("double hosting", what + ": " + each)));
        Map<String, Integer> inHand = new HashMap<>();
        for (Event event : events) {
            if (event.is(Kind.HANDLED, key)) {
                Instance by = instanceOf(event);
                if (by != null && by.token().isPresent() && hasSuccessor(by, event.nanos())) {
                    count(IN_HAND, 1);
                    if (inHand.merge(by.life() + by.from(), 1, Integer::sum) > 1) {
                        broke("double hosting", event + " by " + by + ", which has a successor, and not the first");
                    }
                }
            } else if (event.is(Kind.REFUSED, key)) {
                count("writes that the fence refused", 1);
            }
        }
    }

    private @Nullable Instance instanceOf(Event event) {
        for (Instance instance : lives.instances()) {
            if (instance.life().equals(event.life()) && instance.livesAt(event.nanos())) {
                return instance;
            }
        }
        return null;
    }

    private boolean hasSuccessor(Instance instance, long at) {
        return lives.instances().stream()
                .anyMatch(other -> other.from() <= at
                        && other.token().orElse(0L) > instance.token().orElse(0L));
    }

    private void episodes() {
        events.stream()
                .filter(event -> event.kind() == Kind.FAULT && event.field(0).equals(Played.UNSETTLED))
                .forEach(event -> broke("liveness", event.field(1)));
        for (Played episode : played) {
            if (episode.settled() == Long.MAX_VALUE) {
                broke("liveness", "The cluster had not settled at the end of episode " + episode.text());
                continue;
            }
            List<Instance> hosts = lives.instances().stream()
                    .filter(instance -> instance.livesAt(episode.settled()))
                    .toList();
            if (hosts.size() != 1) {
                broke("instances", hosts + " after the cluster had settled from episode " + episode.text());
            }
            if (episode.planned()) {
                planned(episode);
            }
        }
    }

    private void planned(Played episode) {
        boolean disturbed = lives.upset(episode.begin(), episode.settled())
                || events.stream()
                        .anyMatch(event -> event.is(Kind.TIMED_OUT, key)
                                && event.nanos() >= episode.begin()
                                && event.nanos() <= episode.settled());
        if (disturbed) {
            count("planned moves, disturbed", 1);
            return;
        }
        count("planned moves", 1);
        for (Event event : events) {
            boolean within = event.nanos() >= episode.begin() && event.nanos() <= episode.settled();
            if (within && event.is(Kind.DEAD, key) && !ofOneThatLeaves(event)) {
                broke("lost in a planned move", event + " in episode " + episode.text());
            }
        }
    }

    /** What is told on a node in its last moment may not be delivered, and it says so. */
    private boolean ofOneThatLeaves(Event dead) {
        return lives.leftAt(dead.field(1)).orElse(Long.MAX_VALUE) <= dead.nanos();
    }
}
