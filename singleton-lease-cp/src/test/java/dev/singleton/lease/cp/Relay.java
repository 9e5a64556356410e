package dev.singleton.lease.cp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/**
 * The way to one member: all connections to it lead through here. While either end is cut off, what is sent stays on the
 * way, as on a network that has come to a standstill; afterwards it arrives, late.
 */
final class Relay implements AutoCloseable {

    /** Who is cut off; shared by all relays of a cluster. */
    static final class Cuts {
        private final Set<String> cut = ConcurrentHashMap.newKeySet();

        synchronized void cut(String node) {
            cut.add(node);
        }

        synchronized void heal(String node) {
            cut.remove(node);
            notifyAll();
        }

        synchronized void pass(String one, String other) throws InterruptedException {
            while (cut.contains(one) || cut.contains(other)) {
                wait();
            }
        }
    }

    private final Cuts cuts;
    private final String node;
    private final InetSocketAddress member;
    private final IntFunction<String> senders;
    private final ServerSocket entrance;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /**
     * The way to the node, which listens there.
     *
     * @param senders whose outgoing connections have this port
     */
    Relay(Cuts cuts, String node, InetSocketAddress member, IntFunction<String> senders) {
        this.cuts = cuts;
        this.node = node;
        this.senders = senders;
        this.member = member;
        try {
            this.entrance = new ServerSocket(0, 50, member.getAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        daemon(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(member.getAddress(), entrance.getLocalPort());
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket from = entrance.accept();
                Socket to = new Socket();
                sockets.add(from);
                sockets.add(to);
                daemon(() -> connect(from, to));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket from, Socket to) {
        try {
            String sender = senders.apply(from.getPort());
            cuts.pass(sender, node);
            to.connect(member);
            daemon(() -> copy(to, from, sender));
            copy(from, to, sender);
        } catch (IOException | InterruptedException refused) {
            shut(from);
        }
    }

    private void copy(Socket from, Socket to, String sender) {
        byte[] buffer = new byte[65_536];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                cuts.pass(sender, node);
                out.write(buffer, 0, read);
            }
        } catch (IOException | InterruptedException ended) {
            shut(from);
        } finally {
            shut(to);
        }
    }

    private static void shut(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
        sockets.forEach(Relay::shut);
    }
}
