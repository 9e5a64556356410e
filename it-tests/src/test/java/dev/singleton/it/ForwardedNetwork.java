package dev.singleton.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A {@link CutNetwork} with a {@link Forwarder} beside each node, so that links can be slow and lose something on every
 * kernel: in the namespace of a node, the addresses of all others are its own, and there its forwarder listens. It sends
 * what comes on to the forwarder of the other node, at a second address of that node. One thread.
 */
final class ForwardedNetwork implements Site {

    private record Quality(long millis, int lossPercent) {}

    private final CutNetwork network;
    private final int nodes;
    private final Map<Integer, Process> forwarders = new TreeMap<>();
    private final Map<Set<Integer>, Quality> links = new HashMap<>();

    private ForwardedNetwork(CutNetwork network, int nodes) {
        this.network = network;
        this.nodes = nodes;
    }

    /** For the nodes from 1 to this one; skips as {@link CutNetwork#orSkip()} does. */
    static ForwardedNetwork orSkip(int nodes) {
        ForwardedNetwork forwarded = new ForwardedNetwork(CutNetwork.orSkip(), nodes);
        try {
            for (int node = 1; node <= nodes; node++) {
                forwarded.begin(node);
            }
            forwarded.forwarders.values().forEach(forwarder -> expect(forwarder, "ready"));
            return forwarded;
        } catch (RuntimeException | IOException | Error failed) {
            forwarded.close();
            throw new IllegalStateException("The forwarders could not be started", failed);
        }
    }

    String name() {
        return network.name();
    }

    private void begin(int node) throws IOException {
        network.ip(node, "addr", "add", wire(node) + "/24", "dev", "eth0");
        List<String> command = new ArrayList<>(network.launcher(node));
        command.addAll(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Forwarder.class.getName(),
                "in=" + wire(node) + ":" + port(node) + "=" + host(node) + ":" + port(node)));
        for (int other = 1; other <= nodes; other++) {
            if (other != node) {
                network.ip(node, "addr", "add", host(other) + "/32", "dev", "lo");
                command.add(other + "=" + host(other) + ":" + port(other) + "=" + wire(other) + ":" + port(other));
            }
        }
        forwarders.put(
                node,
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /** Where forwarders find the one of this node. */
    private static String wire(int node) {
        return "10.78.0." + node;
    }

    @Override
    public void slow(int one, int other, Duration delay) {
        set(one, other, new Quality(delay.toMillis(), quality(one, other).lossPercent()));
    }

    @Override
    public void drop(int one, int other, int percent) {
        set(one, other, new Quality(quality(one, other).millis(), percent));
    }

    private Quality quality(int one, int other) {
        return links.getOrDefault(Set.of(one, other), new Quality(0, 0));
    }

    /** Each of the two forwards the connections that its own node opens, both ways. */
    private void set(int one, int other, Quality quality) {
        links.put(Set.of(one, other), quality);
        command(one, other, quality);
        command(other, one, quality);
    }

    private void command(int at, int other, Quality quality) {
        Process forwarder = forwarders.get(at);
        String line = other + " " + quality.millis() + " " + quality.lossPercent() + "\n";
        try {
            forwarder.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
            forwarder.getOutputStream().flush();
        } catch (IOException gone) {
            throw new UncheckedIOException("The forwarder of n" + at + " has ended", gone);
        }
        expect(forwarder, "done");
    }

    /** The next line, read byte by byte: nothing behind it is taken. */
    private static void expect(Process forwarder, String line) {
        StringBuilder said = new StringBuilder();
        try {
            for (int next = forwarder.getInputStream().read();
                    next >= 0 && next != '\n';
                    next = forwarder.getInputStream().read()) {
                said.append((char) next);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException("A forwarder has ended", gone);
        }
        if (!said.toString().equals(line)) {
            throw new IllegalStateException("A forwarder says '" + said + "' and not '" + line + "'");
        }
    }

    @Override
    public void cutOneWay(int from, int to) {
        network.cutOneWay(from, wire(to));
    }

    @Override
    public void heal() {
        network.heal();
        for (Set<Integer> pair : Set.copyOf(links.keySet())) {
            List<Integer> ends = List.copyOf(new TreeSet<>(pair));
            set(ends.get(0), ends.get(1), new Quality(0, 0));
        }
    }

    @Override
    public String host(int number) {
        return network.host(number);
    }

    @Override
    public int port(int number) {
        return network.port(number);
    }

    @Override
    public List<String> launcher(int number) {
        return network.launcher(number);
    }

    @Override
    public void close() {
        forwarders.values().forEach(Process::destroyForcibly);
        network.close();
    }
}
