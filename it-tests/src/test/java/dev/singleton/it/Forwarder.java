package dev.singleton.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A JVM of its own in the namespace of one node that forwards what the node sends to others and gets from them, late when
 * it is told so. The kernel need not know how: what it forwards is the bytes of TCP connections.
 *
 * <p>Commands come as lines on standard input, each answered with a line: the number of another node, milliseconds that
 * each chunk on the way to it or from it waits, and the percentage of chunks that are lost at first. When standard input
 * ends, so does the JVM.
 */
final class Forwarder {

    private static final System.Logger LOG = System.getLogger(Forwarder.class.getName());

    private static final int PROBE_MILLIS = 200;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Link> links = new HashMap<>();

    private Forwarder() {}

    /**
     * Arguments, one for each way: {@code name=listen address:port=target address:port}. The name is that of a node for the
     * ways out, and {@code in} for the way in.
     */
    public static void main(String[] args) throws IOException {
        Forwarder forwarder = new Forwarder();
        for (String way : args) {
            String[] parts = way.split("=", -1);
            forwarder.forward(parts[0], address(parts[1]), address(parts[2]));
        }
        System.out.println("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                List<String> words = List.of(line.split(" ", -1));
                forwarder.links.get(words.get(0)).set(Long.parseLong(words.get(1)), Integer.parseInt(words.get(2)));
                System.out.println("done");
            }
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private static InetSocketAddress address(String text) throws UnknownHostException {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(
                InetAddress.getAllByName(text.substring(0, colon))[0], Integer.parseInt(text.substring(colon + 1)));
    }

    /** Listens from when somebody can be heard at the other end for the first time: until then the way is refused. */
    private void forward(String name, InetSocketAddress from, InetSocketAddress to) {
        Link link = new Link();
        links.put(name, link);
        threads.execute(() -> {
            awaitSomebody(to);
            try (ServerSocket server = new ServerSocket(from.getPort(), 50, from.getAddress())) {
                while (true) {
                    Socket near = server.accept();
                    threads.execute(() -> connect(near, to, link));
                }
            } catch (IOException failed) {
                LOG.log(Level.ERROR, "Nobody is heard at " + from + " any more", failed);
            }
        });
    }

    private static void awaitSomebody(InetSocketAddress address) {
        while (true) {
            try (Socket probe = new Socket()) {
                probe.connect(address, PROBE_MILLIS);
                return;
            } catch (IOException nobody) {
                LOG.log(Level.TRACE, "Nobody at {0} yet: {1}", address, nobody);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS));
            }
        }
    }

    /** Where the far end refuses, the near end is reset: it learns it a moment later than without a forwarder. */
    private void connect(Socket near, InetSocketAddress to, Link link) {
        Socket far = new Socket();
        try {
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            far.connect(to);
            new Direction(near, far, link).start(threads);
            new Direction(far, near, link).start(threads);
        } catch (IOException refused) {
            LOG.log(Level.DEBUG, "No way to {0}: {1}", to, refused);
            Direction.reset(near);
            Direction.reset(far);
        }
    }
}
