package dev.singleton.it;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What {@link Nemesis} does and when: a function of its arguments and of nothing else, so that a seed replays it. Each kind
 * of fault comes before any comes again, in an order of the seed's; one in three episodes has a second fault in the middle of
 * the first. Immutable.
 */
record FaultPlan(long seed, Duration duration, List<String> nodes, List<Episode> episodes) {

    /** Faults during which a second one comes, in the time that they last. */
    private static final List<FaultKind> LASTING = List.of(
            FaultKind.PAUSE, FaultKind.PARTITION, FaultKind.ONE_WAY, FaultKind.FLAP, FaultKind.SLOW, FaultKind.DROP);

    private static final List<FaultKind> SECOND =
            List.of(FaultKind.KILL, FaultKind.OPT_OUT, FaultKind.RESTART, FaultKind.LEAVE, FaultKind.PAUSE);

    FaultPlan {
        nodes = List.copyOf(nodes);
        episodes = List.copyOf(episodes);
    }

    /**
     * @param nodes three or more, in the order of placement: the first one is hit as often as all others together
     * @param kinds that may occur
     */
    static FaultPlan of(long seed, Duration duration, List<String> nodes, List<FaultKind> kinds) {
        return new FaultPlan(seed, duration, nodes, new Dice(seed, duration, nodes, kinds).episodes());
    }

    /** The kinds that can be done to nodes that live here. */
    static List<FaultKind> kinds(Site site) {
        boolean links = site instanceof ForwardedNetwork;
        boolean network = links || site instanceof CutNetwork;
        return Arrays.stream(FaultKind.values())
                .filter(kind -> links || !kind.ofLink())
                .filter(kind -> network || !kind.ofNetwork())
                .toList();
    }

    @Override
    public String toString() {
        return "Seed " + seed + ", " + duration + ", nodes " + nodes + "\n"
                + episodes.stream().map(Episode::toString).collect(Collectors.joining("\n"));
    }

    private static final class Dice {

        private final Random random;
        private final Duration duration;
        private final List<String> nodes;
        private final List<FaultKind> kinds;
        private final Deque<FaultKind> bag = new ArrayDeque<>();

        Dice(long seed, Duration duration, List<String> nodes, List<FaultKind> kinds) {
            this.random = new Random(seed);
            this.duration = duration;
            this.nodes = nodes;
            this.kinds = kinds;
        }

        List<Episode> episodes() {
            List<Episode> episodes = new ArrayList<>();
            Duration end = Duration.ZERO;
            while (end.compareTo(duration) < 0) {
                Episode episode = new Episode(episodes.size() + 1, millis(1_000, 6_000), faults());
                episodes.add(episode);
                end = end.plus(episode.calm()).plus(episode.lasts());
            }
            return episodes;
        }

        private List<Fault> faults() {
            Fault first = fault(next(), Duration.ZERO, List.of());
            if (!LASTING.contains(first.kind()) || random.nextInt(2) == 0) {
                return List.of(first);
            }
            List<FaultKind> possible = SECOND.stream()
                    .filter(kinds::contains)
                    .filter(kind -> kind != first.kind())
                    .toList();
            Duration middle = first.lasts().multipliedBy(random.nextInt(20, 80)).dividedBy(100);
            // Not the node that stands still: it could not even be told to leave.
            return List.of(
                    first,
                    fault(
                            possible.get(random.nextInt(possible.size())),
                            middle,
                            first.kind() == FaultKind.PAUSE ? first.who() : List.of()));
        }

        private FaultKind next() {
            if (bag.isEmpty()) {
                List<FaultKind> shuffled = new ArrayList<>(kinds);
                Collections.shuffle(shuffled, random);
                bag.addAll(shuffled);
            }
            return bag.remove();
        }

        private Fault fault(FaultKind kind, Duration after, List<String> spared) {
            String who = one(spared);
            String other = one(List.of(who));
            List<String> only = List.of(who);
            return switch (kind) {
                case LEAVE, OPT_OUT -> new Fault(kind, after, millis(500, 4_000), only, List.of(), 0);
                case RESTART -> new Fault(kind, after, Duration.ZERO, only, List.of(), 0);
                case KILL -> new Fault(kind, after, millis(500, 8_000), only, List.of(), 0);
                case TWO_KILLS ->
                    new Fault(kind, after, millis(4_000, 9_000), List.of(who, other), List.of(), random.nextInt(3_000));
                case CRASH_IN_HAND_OVER ->
                    // Who hosts, or who is to host then, in the order of placement.
                    new Fault(
                            kind,
                            after,
                            millis(1_000, 6_000),
                            List.of(nodes.get(0)),
                            List.of(nodes.get(random.nextInt(2))),
                            random.nextInt(250));
                case PAUSE -> new Fault(kind, after, upTo(millis(1_000, 30_000)), only, List.of(), 0);
                case PARTITION -> partition(kind, after);
                case ONE_WAY -> new Fault(kind, after, upTo(millis(2_000, 20_000)), only, List.of(other), 0);
                case FLAP -> new Fault(kind, after, millis(3_000, 12_000), only, List.of(), random.nextInt(2, 6));
                case SLOW ->
                    new Fault(kind, after, millis(4_000, 12_000), only, List.of(other), random.nextInt(50, 400));
                case DROP -> new Fault(kind, after, millis(4_000, 12_000), only, List.of(other), random.nextInt(5, 30));
            };
        }

        private Fault partition(FaultKind kind, Duration after) {
            List<String> shuffled = new ArrayList<>(nodes);
            Collections.shuffle(shuffled, random);
            int small = random.nextInt(1, (nodes.size() - 1) / 2 + 1);
            List<String> minority = shuffled.subList(0, small).stream().sorted().toList();
            List<String> majority =
                    shuffled.subList(small, nodes.size()).stream().sorted().toList();
            return new Fault(kind, after, upTo(millis(3_000, 20_000)), minority, majority, 0);
        }

        /** In every second case the first one. */
        private String one(List<String> spared) {
            if (!spared.contains(nodes.get(0)) && random.nextBoolean()) {
                return nodes.get(0);
            }
            List<String> possible =
                    nodes.stream().filter(node -> !spared.contains(node)).toList();
            return possible.get(random.nextInt(possible.size()));
        }

        private Duration millis(int from, int to) {
            return Duration.ofMillis(random.nextInt(from, to));
        }

        /** In a short run nothing takes more than a fifth of it. */
        private Duration upTo(Duration wanted) {
            Duration most = duration.dividedBy(5);
            return wanted.compareTo(most) < 0 ? wanted : most;
        }
    }
}
