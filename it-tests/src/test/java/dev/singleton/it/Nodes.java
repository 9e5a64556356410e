package dev.singleton.it;

import dev.singleton.it.Event.Kind;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nodes {@code n1} to {@code n5}, each a JVM of its own, with addresses in that order, so that by default {@code n1}
 * hosts: what starts and ends them. What is done to them is on the time line, as {@link Kind#FAULT}. One thread.
 */
class Nodes implements AutoCloseable {

    private final String name;
    private final String id = "it-" + UUID.randomUUID();
    private final Site site;
    private final NodeSettings settings;
    private final List<Spec> specs;
    private final Map<String, NodeProcess> running = new TreeMap<>();
    private final Map<String, NodeProcess> paused = new TreeMap<>();
    private final Map<String, Integer> lives = new HashMap<>();
    private final List<NodeProcess> strangers = new ArrayList<>();
    /** Whatever was started. */
    private final List<NodeProcess> all = new CopyOnWriteArrayList<>();

    private final Thread atEnd = new Thread(this::killAll);

    final TimeLine timeLine = new TimeLine();

    /** What instances write into that were started with {@link Spec#writingThroughThePipe()}. */
    final GuardedStore store = new GuardedStore(timeLine);

    /**
     * Somewhere.
     *
     * @param site is closed with the nodes
     * @param specs what every node starts when it starts
     */
    Nodes(String name, Site site, NodeSettings settings, Spec... specs) {
        this.name = name;
        this.site = site;
        this.settings = settings;
        this.specs = List.of(specs);
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    int port(String node) {
        return site.port(number(node));
    }

    static int number(String node) {
        return Integer.parseInt(node.substring(1));
    }

    /** Starts these nodes, at once; returns when each is a member, sees all others and has started the singletons. */
    void start(String... nodes) {
        Arrays.stream(nodes).forEach(node -> running.put(node, process(node)));
        Arrays.stream(nodes).forEach(node -> node(node).awaitReady());
        for (String node : nodes) {
            hostOn(node);
        }
        awaitAll();
    }

    /** The node starts the singletons, also again after a {@code stop}. */
    void hostOn(String node) {
        specs.forEach(spec -> node(node).obey(words("host", spec.toWords())));
    }

    /** Starts a node that is set up in another way than the others; returns when it is a member. */
    void startOther(String node, NodeSettings otherSettings, Spec... otherSpecs) {
        running.put(node, process(node, otherSettings).awaitReady());
        for (Spec spec : otherSpecs) {
            node(node).obey(words("host", spec.toWords()));
        }
    }

    /** Starts a node that only references the singletons. */
    void startWithReferences(String node) {
        running.put(node, process(node).awaitReady());
        specs.forEach(spec -> node(node).obey("ref", spec.key()));
        awaitAll();
    }

    /** Begins to start a node. */
    NodeProcess process(String node) {
        return process(node, settings);
    }

    private NodeProcess process(String node, NodeSettings itsSettings) {
        String life = node + "#" + lives.merge(node, 1, Integer::sum);
        fault("start", life);
        return jvm(node, life, System.getProperty("java.class.path"), words(TestNode.class, life, node, itsSettings));
    }

    private List<String> words(Class<?> main, String life, String node, NodeSettings itsSettings) {
        List<String> words = new ArrayList<>(List.of(
                main.getName(),
                life,
                id,
                site.host(number(node)),
                String.valueOf(port(node)),
                IntStream.rangeClosed(1, Site.MOST)
                        .mapToObj(number -> site.host(number) + ":" + site.port(number))
                        .collect(Collectors.joining(","))));
        words.addAll(itsSettings.toWords());
        return words;
    }

    private NodeProcess jvm(String node, String life, String classPath, List<String> mainAndWords) {
        NodeProcess process = NodeProcess.start(
                life, site.launcher(number(node)), classPath, log(life), timeLine, store, mainAndWords);
        all.add(process);
        return process;
    }

    /** Starts a member that is none of the nodes, whatever it is; it obeys the commands of that main class. */
    NodeProcess startStranger(String node, Class<?> main, String classPath) {
        String life = node + "#" + main.getSimpleName().toLowerCase(Locale.ROOT);
        NodeProcess stranger =
                jvm(node, life, classPath, words(main, life, node, settings)).awaitReady();
        strangers.add(stranger);
        awaitAll();
        return stranger;
    }

    /** SIGKILL; returns when the nodes have seen it. */
    void removeStranger(NodeProcess stranger) {
        strangers.remove(stranger);
        stranger.kill();
        awaitAll();
    }

    private File log(String life) {
        File directory = new File("target/it-logs/" + name);
        if (!directory.isDirectory() && !directory.mkdirs()) {
            throw new IllegalStateException("There is no directory for logs at " + directory.getAbsolutePath());
        }
        return new File(directory, life + ".log");
    }

    static String[] words(String verb, List<String> words) {
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

    /** The nodes that run and do not stand still, in the order of their names. */
    List<String> nodes() {
        return List.copyOf(running.keySet());
    }

    Site site() {
        return site;
    }

    NodeSettings settings() {
        return settings;
    }

    List<Spec> specs() {
        return specs;
    }

    /** The life that this node is in, as it stands in events. */
    String life(String node) {
        return node(node).life();
    }

    /** Leaves gracefully, as an application does that closes what it built; then the JVM ends. */
    void leave(String node) {
        end(node);
        awaitAll();
    }

    /** The same, and nobody waits until the others have seen it. */
    void end(String node) {
        NodeProcess leaving = node(node);
        fault("leave", leaving.life());
        leaving.obey("close");
        leaving.obey("shutdown");
        exit(node);
    }

    /** Begins to leave gracefully; nobody waits. What is returned is complete when the JVM is about to end. */
    CompletableFuture<NodeProcess> beginToLeave(String node) {
        NodeProcess leaving = node(node);
        running.remove(node);
        fault("leave", leaving.life());
        return leaving.command("close")
                .thenCompose(closed -> leaving.command("shutdown"))
                // It ends before it can say that it obeyed, or not.
                .thenCompose(gone -> leaving.command("exit").handle((obeyed, ended) -> leaving));
    }

    /** The JVM shuts Hazelcast down, and nobody tells the library. */
    void shutDownHazelcast(String node) {
        NodeProcess leaving = node(node);
        fault("leave", leaving.life());
        leaving.obey("shutdown");
        exit(node);
        awaitAll();
    }

    private void exit(String node) {
        NodeProcess ending = node(node);
        running.remove(node);
        // It ends before it can say that it obeyed, or not.
        var unused = ending.command("exit");
        ending.awaitEnd();
    }

    /** SIGKILL, also when it stands still. */
    void kill(String node) {
        NodeProcess killed = paused.containsKey(node) ? paused.remove(node) : node(node);
        running.remove(node);
        fault("kill", killed.life());
        killed.kill();
    }

    /** SIGSTOP; the node is not asked for anything until it goes on. What it is commanded meanwhile waits in its pipe. */
    NodeProcess pause(String node) {
        NodeProcess standing = node(node);
        running.remove(node);
        paused.put(node, standing);
        fault("pause", standing.life());
        standing.pause();
        return standing;
    }

    /** SIGCONT. */
    void resume(String node) {
        NodeProcess standing = paused.remove(node);
        if (standing == null) {
            throw new IllegalStateException(node + " was not paused");
        }
        fault("resume", standing.life());
        standing.resume();
        running.put(node, standing);
    }

    /** Says on the time line what is done to the cluster. */
    final void fault(String verb, String... subjects) {
        timeLine.add(
                new Event(System.nanoTime(), Event.OBSERVER, Kind.FAULT, List.of(verb, String.join(" ", subjects))));
    }

    /** Waits until each node that runs sees all others that do, and the strangers. */
    void awaitAll() {
        awaitMembers(running.size() + strangers.size());
    }

    void awaitMembers(int count) {
        running.forEach((node, process) -> timeLine.await(
                node + " sees " + count + " members",
                () -> process.obey("members").equals(String.valueOf(count))));
    }

    /** Kills all, and forgets that they ever were, as they were never fit for what a test has to tell. */
    void beginAnew() {
        killAll();
        all.clear();
        running.clear();
        paused.clear();
        lives.clear();
        timeLine.clear();
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
