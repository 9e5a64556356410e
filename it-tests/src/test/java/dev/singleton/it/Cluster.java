package dev.singleton.it;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nodes {@code n1} to {@code n5}, each a JVM of its own, with addresses in that order, so that by default {@code n1}
 * hosts. What a test says to it reads as what an operator does. One thread.
 */
class Cluster implements AutoCloseable {

    private final String name;
    private final String id = "it-" + UUID.randomUUID();
    private final Site site;
    private final NodeSettings settings;
    private final List<Spec> specs;
    private final Map<String, NodeProcess> running = new TreeMap<>();
    private final Map<String, Integer> lives = new HashMap<>();
    private final List<NodeProcess> strangers = new ArrayList<>();
    /** Whatever was started. */
    private final List<NodeProcess> all = new CopyOnWriteArrayList<>();

    private final Thread atEnd = new Thread(this::killAll);

    final TimeLine timeLine = new TimeLine();

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
        this.name = name;
        this.site = site;
        this.settings = settings;
        this.specs = List.of(specs);
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    int port(String node) {
        return site.port(number(node));
    }

    private static int number(String node) {
        return Integer.parseInt(node.substring(1));
    }

    /** Starts these nodes, at once; returns when each is a member, sees all others and has started the singletons. */
    void start(String... nodes) {
        Arrays.stream(nodes).forEach(node -> running.put(node, process(node)));
        Arrays.stream(nodes).forEach(node -> node(node).awaitReady());
        for (String node : nodes) {
            hostOn(node);
        }
        awaitMembers(running.size() + strangers.size());
    }

    /** The node starts the singletons, also again after a {@code stop}. */
    void hostOn(String node) {
        specs.forEach(spec -> node(node).obey(words("host", spec.toWords())));
    }

    /** Starts a node that only references the singletons. */
    void startWithReferences(String node) {
        running.put(node, process(node).awaitReady());
        specs.forEach(spec -> node(node).obey("ref", spec.key()));
        awaitMembers(running.size() + strangers.size());
    }

    /** Starts the first one alone, which spares the others a search for who begins; then the others at once. */
    void startThree() {
        start("n1");
        start("n2", "n3");
        specs.forEach(spec -> awaitHost(spec.key(), "n1"));
    }

    /** Begins to start a node. */
    NodeProcess process(String node) {
        String life = node + "#" + lives.merge(node, 1, Integer::sum);
        List<String> words = new ArrayList<>(List.of(
                TestNode.class.getName(),
                life,
                id,
                site.host(number(node)),
                String.valueOf(port(node)),
                IntStream.rangeClosed(1, Site.MOST)
                        .mapToObj(number -> site.host(number) + ":" + site.port(number))
                        .collect(Collectors.joining(","))));
        words.addAll(settings.toWords());
        return jvm(node, life, System.getProperty("java.class.path"), words);
    }

    private NodeProcess jvm(String node, String life, String classPath, List<String> mainAndWords) {
        NodeProcess process =
                NodeProcess.start(life, site.launcher(number(node)), classPath, log(life), timeLine, mainAndWords);
        all.add(process);
        return process;
    }

    /** Starts a member that knows nothing of the library, which its class path does not even have. */
    void startStranger(String node, String classPath) {
        String life = node + "#stranger";
        String ports = IntStream.rangeClosed(1, Site.MOST)
                .mapToObj(number -> String.valueOf(site.port(number)))
                .collect(Collectors.joining(","));
        List<String> words = List.of(Stranger.class.getName(), id, String.valueOf(port(node)), ports);
        strangers.add(jvm(node, life, classPath, words).awaitReady());
        awaitMembers(running.size() + strangers.size());
    }

    private File log(String life) {
        File directory = new File("target/it-logs/" + name);
        if (!directory.isDirectory() && !directory.mkdirs()) {
            throw new IllegalStateException("There is no directory for logs at " + directory.getAbsolutePath());
        }
        return new File(directory, life + ".log");
    }

    private static String[] words(String verb, List<String> words) {
        List<String> all = new ArrayList<>(List.of(verb));
        all.addAll(words);
        return all.toArray(String[]::new);
    }

    NodeProcess node(String node) {
        NodeProcess process = running.get(node);
        if (process == null) {
            throw new IllegalStateException(node + " does not run");
        }
        return process;
    }

    /** The nodes that run. */
    List<String> nodes() {
        return List.copyOf(running.keySet());
    }

    /** The life that this node is in, as it stands in events. */
    String life(String node) {
        return node(node).life();
    }

    /** Leaves gracefully, as an application does that closes what it built; then the JVM ends. */
    void leave(String node) {
        NodeProcess leaving = node(node);
        leaving.obey("close");
        leaving.obey("shutdown");
        end(node);
    }

    /** The JVM shuts Hazelcast down, and nobody tells the library. */
    void shutDownHazelcast(String node) {
        node(node).obey("shutdown");
        end(node);
    }

    private void end(String node) {
        NodeProcess ending = node(node);
        running.remove(node);
        // It ends before it can say that it obeyed, or not.
        var unused = ending.command("exit");
        ending.awaitEnd();
        awaitMembers(running.size() + strangers.size());
    }

    /** SIGKILL. */
    void kill(String node) {
        NodeProcess killed = node(node);
        running.remove(node);
        killed.kill();
    }

    /** SIGSTOP; the node is not asked for anything until it goes on. */
    NodeProcess pause(String node) {
        NodeProcess paused = node(node);
        running.remove(node);
        paused.pause();
        return paused;
    }

    /** SIGCONT. */
    void resume(String node, NodeProcess paused) {
        paused.resume();
        running.put(node, paused);
    }

    void awaitMembers(int count) {
        running.forEach((node, process) -> timeLine.await(
                node + " sees " + count + " members",
                () -> process.obey("members").equals(String.valueOf(count))));
    }

    /** Each node tells so many messages a second from now on, until {@link #quiet}. */
    void trafficFromAll(String key, int perSecond) {
        running.keySet().forEach(node -> traffic(node, key, perSecond));
    }

    void traffic(String node, String key, int perSecond) {
        var unused = node(node).command("tell", key, String.valueOf(Long.MAX_VALUE), String.valueOf(perSecond));
    }

    /** Ends the traffic of all nodes; returns when the last message of each has been handled or is a dead letter. */
    Census quiet(String key) {
        return quiet(key, running.keySet().toArray(String[]::new));
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
        awaitFlow(key, more, running.keySet().toArray(String[]::new));
    }

    /** The same for messages of these nodes. */
    void awaitFlow(String key, int more, String... nodes) {
        Map<String, Integer> before = handledBySender(key);
        timeLine.await("flow of messages from " + List.of(nodes), () -> {
            Map<String, Integer> now = handledBySender(key);
            return Arrays.stream(nodes)
                    .map(this::life)
                    .allMatch(life -> now.getOrDefault(life, 0) >= before.getOrDefault(life, 0) + more);
        });
    }

    private Map<String, Integer> handledBySender(String key) {
        Map<String, Integer> counts = new HashMap<>();
        timeLine.census(key).handled().forEach((sender, numbers) -> counts.put(sender, numbers.size()));
        return counts;
    }

    /** Waits until every running node, when it asks, is answered by the instance on this node. */
    void awaitHost(String key, String host) {
        String life = life(host);
        running.forEach((node, process) -> {
            AtomicReference<String> last = new AtomicReference<>("");
            timeLine.await(
                    node + " is answered by " + life,
                    () -> {
                        last.set(askOrSay(process, key));
                        return last.get().startsWith(life + " ");
                    },
                    () -> last.get() + statuses(key));
        });
    }

    /** What each node knows of the singleton, for the reader of a failure. */
    private String statuses(String key) {
        StringBuilder text = new StringBuilder();
        running.forEach(
                (node, process) -> text.append("\n").append(node).append(": ").append(process.obey("status", key)));
        return text.toString();
    }

    private static String askOrSay(NodeProcess process, String key) {
        try {
            return process.obey("ask", key);
        } catch (IllegalStateException unanswered) {
            return String.valueOf(unanswered.getMessage());
        }
    }

    private void killAll() {
        all.forEach(NodeProcess::kill);
    }

    @Override
    public void close() {
        killAll();
        site.close();
        Runtime.getRuntime().removeShutdownHook(atEnd);
    }
}
