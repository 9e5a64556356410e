package dev.singleton.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;

/**
 * Network namespaces of Linux, one for each node, on one bridge: where it is cut packets vanish, and no connection breaks by
 * itself. The observer talks to the nodes through their pipes.
 *
 * <p>A shell makes the namespaces, waits for the end of its standard input, which also comes when this JVM is killed, and
 * takes them away. Their names are of this network alone. One thread.
 */
final class CutNetwork implements Site {

    private static final System.Logger LOG = System.getLogger(CutNetwork.class.getName());
    private static final int PORT = 5701;
    /** A link address that no port of the bridge has. */
    private static final String NOBODY = "02:00:00:00:00:99";

    /** Argument 0 is the name of the network, 1 the number of nodes. */
    private static final String SHELL = String.join(
            "\n",
            // Ctrl-C ends the build and its children; this one still has to clean up.
            "trap '' INT TERM HUP",
            "up() {",
            "  ip link add $0b type bridge && ip link set $0b type bridge stp_state 0 forward_delay 0 || return",
            "  ip link set $0b up || return",
            "  for i in $(seq $1); do",
            "    ip netns add $0n$i || return",
            "    ip link add $0v$i type veth peer name eth0 netns $0n$i || return",
            "    ip link set $0v$i master $0b up || return",
            "    ip -n $0n$i addr add 10.77.0.$i/24 dev eth0 || return",
            "    ip -n $0n$i link set eth0 up && ip -n $0n$i link set lo up || return",
            "  done",
            "}",
            "up $1 2>&1 && echo up",
            "while read word; do :; done",
            "for i in $(seq $1); do ip netns del $0n$i; done 2>/dev/null",
            // With its namespace a veth is gone only when the last process in it is.
            "for i in $(seq $1); do ip link del $0v$i; done 2>/dev/null",
            "ip link del $0b 2>/dev/null");

    private final String name =
            "sg" + Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36 * 36, 36 * 36 * 36 * 36), 36);
    private final Process shell;

    /** Begins the names of its namespaces and links, and of no others. */
    String name() {
        return name;
    }

    /** What a node sends to an address. */
    private record Cut(int from, String to) {}

    private final Set<Cut> cuts = new LinkedHashSet<>();

    private CutNetwork() throws IOException {
        shell = new ProcessBuilder("sh", "-c", SHELL, name, String.valueOf(MOST))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Makes the network; where that cannot be done, ends the test as one that was skipped, and says why. */
    static CutNetwork orSkip() {
        return made(why -> {
                    LOG.log(Level.WARNING, "Skipped: " + why);
                    Assumptions.abort("Skipped: " + why);
                })
                .orElseThrow();
    }

    /** Makes the network; where that cannot be done it is loopback, for tests that cut nothing. */
    static Site orLoopback() {
        return made(why -> LOG.log(Level.INFO, "On loopback: " + why))
                .<Site>map(network -> network)
                .orElseGet(Loopback::new);
    }

    private static Optional<CutNetwork> made(Consumer<String> elseTell) {
        try {
            CutNetwork network = new CutNetwork();
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(network.shell.getInputStream(), StandardCharsets.UTF_8));
            String line = lines.readLine();
            if (!"up".equals(line)) {
                network.close();
                elseTell.accept("no network namespaces can be made here (they need Linux, root and iproute2): " + line);
                return Optional.empty();
            }
            return Optional.of(network);
        } catch (IOException noShell) {
            throw new UncheckedIOException("No shell could be started", noShell);
        }
    }

    /**
     * Nothing that this node sends comes to that one any more; the other way all goes on. The sender's kernel is told a
     * link address for the receiver that nobody has, so that its packets vanish on the bridge.
     */
    @Override
    public void cutOneWay(int from, int to) {
        cutOneWay(from, host(to));
    }

    /** The same for one address of the receiver. */
    void cutOneWay(int from, String to) {
        ip(from, "neigh", "replace", to, "lladdr", NOBODY, "dev", "eth0", "nud", "permanent");
        cuts.add(new Cut(from, to));
    }

    @Override
    public void heal() {
        for (Cut cut : cuts) {
            ip(cut.from(), "neigh", "del", cut.to(), "dev", "eth0");
        }
        cuts.clear();
    }

    /** Changes the network of one node: {@code ip} with these words. */
    void ip(int node, String... words) {
        List<String> command = new ArrayList<>(List.of("ip", "-n", name + "n" + node));
        command.addAll(List.of(words));
        run(command);
    }

    private static void run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(String.join(" ", command), failed);
        }
    }

    @Override
    public String host(int number) {
        return "10.77.0." + number;
    }

    @Override
    public int port(int number) {
        return PORT;
    }

    @Override
    public List<String> launcher(int number) {
        // It becomes the command: the process that is started is the node.
        return List.of("ip", "netns", "exec", name + "n" + number);
    }

    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            shell.waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException("The network " + name + " could not be taken away", failed);
        }
    }
}
