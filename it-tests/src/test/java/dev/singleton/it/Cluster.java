package dev.singleton.it;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Nodes, the network between them, their traffic, and who answers it. What a test says to it reads as what an operator does. One thread. */
class Cluster extends Nodes {

    /**
     * On loopback, as the library sets nodes up.
     *
     * @param specs what every node starts when it starts
     */
    Cluster(String name, Spec... specs) {
        this(name, new Loopback(), NodeSettings.plain(), specs);
    }

    /**
     * Somewhere.
     *
     * @param site is closed with the cluster
     */
    Cluster(String name, Site site, NodeSettings settings, Spec... specs) {
        super(name, site, settings, specs);
    }

    /** Starts the first one alone, which spares the others a search for who begins; then the others at once. */
    void startThree() {
        start("n1");
        start("n2", "n3");
        specs().forEach(spec -> awaitHost(spec.key(), "n1"));
    }

    /** Lets it stand still for so long. */
    void pause(String node, Duration time) {
        pause(node);
        timeLine.await(node + " has stood still for " + time, System.nanoTime() + time.toNanos());
        resume(node);
    }

    /** Starts it again, after it has left if it still runs; returns when it is back among those that run. */
    void restart(String node) {
        if (nodes().contains(node)) {
            leave(node);
        }
        start(node);
    }

    /** Nodes of different groups do not hear each other any more; within a group nothing changes. */
    void partition(List<String> some, List<String> others) {
        fault("partition", String.join(" ", some) + " | " + String.join(" ", others));
        for (String one : some) {
            for (String other : others) {
                site().cutOneWay(number(one), number(other));
                site().cutOneWay(number(other), number(one));
            }
        }
    }

    /** Nothing that this node sends reaches that one any more; what that one sends still arrives. */
    void cutOneWay(String from, String to) {
        fault("cutOneWay", from, to);
        site().cutOneWay(number(from), number(to));
    }

    /** What these two send each other is so late from now on, each way; the network must have been made for it. */
    void slow(String one, String other, Duration delay) {
        fault("slow", one, other, delay.toString());
        site().slow(number(one), number(other), delay);
    }

    /** So many percent of what these two send each other are lost at first; the network must have been made for it. */
    void drop(String one, String other, int percent) {
        fault("drop", one, other, percent + " %");
        site().drop(number(one), number(other), percent);
    }

    /** All hear each other again, at once and wholly. */
    void heal() {
        fault("heal");
        site().heal();
    }

    /** Each node tells so many messages a second from now on, until {@link #quiet}. */
    void trafficFromAll(String key, int perSecond) {
        nodes().forEach(node -> traffic(node, key, perSecond));
    }

    void traffic(String node, String key, int perSecond) {
        var unused = node(node).command("tell", key, String.valueOf(Long.MAX_VALUE), String.valueOf(perSecond));
    }

    /** Ends the traffic of all nodes; returns when the last message of each has been handled or is a dead letter. */
    Census quiet(String key) {
        return quiet(key, nodes().toArray(String[]::new));
    }

    /** The same for the traffic of these nodes. */
    Census quiet(String key, String... nodes) {
        Arrays.stream(nodes).forEach(node -> node(node).obey("quiet", key));
        timeLine.await(
                "the end of all messages",
                () -> timeLine.census(key).settled(),
                () -> "Unaccounted: " + timeLine.census(key).unaccounted());
        return timeLine.census(key);
    }

    /** Waits until so many more messages of each running node have been handled, which proves that messages flow. */
    void awaitFlow(String key, int more) {
        awaitFlow(key, more, nodes().toArray(String[]::new));
    }

    /** The same for messages of these nodes. */
    void awaitFlow(String key, int more, String... nodes) {
        Map<String, Integer> before = timeLine.handledBySender(key);
        timeLine.await("flow of messages from " + List.of(nodes), () -> {
            Map<String, Integer> now = timeLine.handledBySender(key);
            return Arrays.stream(nodes)
                    .map(this::life)
                    .allMatch(life -> now.getOrDefault(life, 0) >= before.getOrDefault(life, 0) + more);
        });
    }

    /** Waits until every running node, when it asks, is answered by the instance on this node. */
    void awaitHost(String key, String host) {
        awaitHost(key, host, nodes().toArray(String[]::new));
    }

    /** Waits until each of these nodes, when it asks, is answered by the instance on that one. */
    void awaitHost(String key, String host, String... nodes) {
        String life = life(host);
        for (String node : nodes) {
            AtomicReference<String> last = new AtomicReference<>("");
            timeLine.await(
                    node + " is answered by " + life,
                    () -> {
                        last.set(askOrSay(node(node), key));
                        return last.get().startsWith(life + " ");
                    },
                    () -> last.get() + statuses(key));
        }
    }

    /** What each node knows of the singleton, for the reader of a failure. */
    private String statuses(String key) {
        StringBuilder text = new StringBuilder();
        nodes().forEach(node ->
                text.append("\n").append(node).append(": ").append(node(node).obey("status", key)));
        return text.toString();
    }

    private static String askOrSay(NodeProcess process, String key) {
        try {
            return process.obey("ask", key);
        } catch (IllegalStateException unanswered) {
            return String.valueOf(unanswered.getMessage());
        }
    }
}
