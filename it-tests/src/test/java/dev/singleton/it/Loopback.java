package dev.singleton.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** All nodes on 127.0.0.1, each at a port of its own. */
final class Loopback implements Site {

    private final int firstPort = freePorts();

    /** Below the ports that the system gives to connections, so that one is still free when a node comes back. */
    private static int freePorts() {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (IntStream.range(first, first + MOST).allMatch(Loopback::free)) {
                return first;
            }
        }
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    @Override
    public String host(int number) {
        return "127.0.0.1";
    }

    @Override
    public int port(int number) {
        return firstPort + number - 1;
    }

    @Override
    public List<String> launcher(int number) {
        return List.of();
    }

    @Override
    public void close() {
        // Nothing was made.
    }
}
