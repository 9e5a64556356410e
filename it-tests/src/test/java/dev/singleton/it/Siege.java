package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Honest nodes that tell and ask, and a hostile member among them. What is said to it reads as a story. One thread. */
final class Siege {

    /** More used heap than before that is put down to caches, code and the telling itself. */
    private static final long HEAP_BOUND = 32L << 20;

    /** Lines that a node may write to its log from the beginning to the end of a siege. */
    private static final long LOG_BOUND = 1_000;

    /** Refused frames of honest nodes on a slow machine, such as a reply after the time-out of its ask. */
    private static final long HONEST_REFUSALS = 1_000;

    /** Frames for one command, which is to be obeyed in time. */
    private static final int AT_ONCE = 50_000;

    private final Cluster cluster;
    private final String name;
    private final String key;
    private final List<String> lives;
    private final Map<String, Vitals> before = new TreeMap<>();
    private final Map<String, Long> linesBefore = new HashMap<>();
    /** To each node: frames, those of them that are none, and operations that hold no frame. */
    private final Map<String, long[]> sent = new HashMap<>();

    private final NodeProcess mallory;

    /** @param place where the hostile member sorts among the honest ones */
    Siege(Cluster cluster, String name, String key, String place) {
        this.cluster = cluster;
        this.name = name;
        this.key = key;
        this.lives = cluster.nodes().stream().map(cluster::life).toList();
        this.mallory = cluster.startStranger(place, Mallory.class, System.getProperty("java.class.path"));
        mallory.obey("behave", key);
        for (String node : cluster.nodes()) {
            before.put(node, vitals(node));
            linesBefore.put(node, lines(node));
        }
    }

    /** All kinds, so many in all, while each node asks the instance on this one and is answered. */
    void everything(int frames, long seed, String host) {
        for (Mischief kind : Mischief.values()) {
            List<CompletableFuture<String>> asked = cluster.nodes().stream()
                    .map(node -> cluster.node(node).command("ask-patiently", key))
                    .toList();
            send(kind, kind.of(frames), seed);
            asked.forEach(answer -> assertThat(answer)
                    .as("what is asked during %s", kind)
                    .succeedsWithin(TimeLine.PATIENCE)
                    .asString()
                    .startsWith(cluster.life(host) + " "));
        }
    }

    /** The seed is that of the first command; each further one takes the next. */
    void send(Mischief kind, int count, long seed) {
        long begin = System.nanoTime();
        for (int sentSoFar = 0, command = 0; sentSoFar < count; sentSoFar += AT_ONCE, command++) {
            sendSome(kind, Math.min(AT_ONCE, count - sentSoFar), seed + command);
        }
        System.out.printf(
                "%s: %d of %s in %d ms, seed %d; to each node so far: frames, of them none, operations without one: %s%n",
                name, count, kind, (System.nanoTime() - begin) / 1_000_000, seed, sums());
    }

    private void sendSome(Mischief kind, int count, long seed) {
        String told = mallory.obey("do", key, kind.name(), String.valueOf(count), String.valueOf(seed));
        String[] counts = told.split(" ", -1);
        List<String> nodes = cluster.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            String[] pair = counts[i].split(":", 2);
            long[] sum = sent.computeIfAbsent(nodes.get(i), node -> new long[3]);
            if (kind == Mischief.LIES) {
                sum[2] += Long.parseLong(pair[0]);
            } else {
                sum[0] += Long.parseLong(pair[0]);
                sum[1] += Long.parseLong(pair[1]);
            }
        }
    }

    private String sums() {
        return sent.entrySet().stream()
                .map(each -> each.getKey() + " " + Arrays.toString(each.getValue()))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** From now on it is a member that only tells, and says so. */
    void behave() {
        mallory.obey("manner", Mallory.Manner.SILENT.name());
        mallory.obey("behave", key);
    }

    /** How many frames of this type the hostile member has got. */
    long heard(String type) {
        return Long.parseLong(mallory.obey("heard", type));
    }

    NodeProcess mallory() {
        return mallory;
    }

    /** Each node is as well as before. */
    void assertUnharmed() {
        for (String node : cluster.nodes()) {
            Vitals was = before.get(node);
            Vitals is = vitals(node);
            System.out.printf(
                    "%s: %s heap %d KiB before, %d KiB after; %d refused; transport %s; %d lines logged%n",
                    name,
                    node,
                    was.heap() >> 10,
                    is.heap() >> 10,
                    is.rejections() - was.rejections(),
                    is.transport(),
                    lines(node) - linesBefore.get(node));
            TreeSet<String> dead = new TreeSet<>(was.threads());
            dead.removeAll(is.threads());
            assertThat(dead).as("threads of %s that are gone", node).isEmpty();
            assertThat(is.uncaught())
                    .as("exceptions that ended a thread of %s", node)
                    .isZero();
            assertThat(is.alarms()).as("traps that went off on %s", node).isZero();
            assertThat(is.heap() - was.heap())
                    .as("bytes that %s has kept", node)
                    .isLessThan(HEAP_BOUND);
            assertThat(lines(node) - linesBefore.get(node))
                    .as("lines in the log of %s", node)
                    .isLessThan(LOG_BOUND);
            assertThat(faults(node))
                    .as("faults that %s accuses itself of", node)
                    .isEmpty();
            assertCounted(node, was, is);
        }
    }

    /** What is no frame is counted as refused, each one; what is a frame is refused or has been looked at. */
    private void assertCounted(String node, Vitals was, Vitals is) {
        long[] sum = sent.getOrDefault(node, new long[3]);
        assertThat(is.rejections() - was.rejections())
                .as("frames that %s has refused, of %d that are none among %d", node, sum[1], sum[0])
                .isBetween(sum[1], sum[0] + HONEST_REFUSALS);
        assertThat(is.more("DROPPED_MALFORMED", was))
                .as("operations without a frame, which the transport of %s has dropped", node)
                .isEqualTo(sum[2]);
        assertThat(is.more("DROPPED_LISTENER_FAILED", was))
                .as("frames on which the node %s failed", node)
                .isZero();
        assertThat(is.more("RECEIVED", was) + is.more("REFUSED", was))
                .as("frames that the transport of %s has taken", node)
                .isGreaterThanOrEqualTo(sum[0]);
    }

    /** What became of the messages that honest nodes told. */
    Census honest() {
        List<Event> events = cluster.timeLine.events().stream()
                .filter(event -> !event.is(Event.Kind.HANDLED, key) || lives.contains(event.field(1)))
                .toList();
        return new Census(key, events);
    }

    private Vitals vitals(String node) {
        return Vitals.parse(cluster.node(node).obey("vitals", key));
    }

    private long lines(String node) {
        return log(node).lines().count();
    }

    private List<String> faults(String node) {
        return log(node)
                .lines()
                .filter(line -> line.contains("fault of the library") || line.contains("OutOfMemoryError"))
                .limit(5)
                .toList();
    }

    /** What the node has written to its log. */
    String log(String node) {
        try {
            return Files.readString(file(node));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private Path file(String node) {
        return new File("target/it-logs/" + name, cluster.life(node) + ".log").toPath();
    }
}
