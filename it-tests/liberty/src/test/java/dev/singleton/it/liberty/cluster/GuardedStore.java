package dev.singleton.it.liberty.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A store of this JVM that takes a write (a request whose query is the token) unless it has seen a larger token. */
final class GuardedStore implements AutoCloseable {

    private static final int NO_CONTENT = 204;
    private static final int CONFLICT = 409;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final List<Long> accepted = new ArrayList<>();
    private long largest;

    GuardedStore() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException("There is no port for the guarded store", failed);
        }
        server.createContext("/", this::write);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void write(HttpExchange request) throws IOException {
        try (request) {
            long token = Long.parseLong(request.getRequestURI().getQuery());
            request.sendResponseHeaders(accept(token) ? NO_CONTENT : CONFLICT, -1);
        }
    }

    private synchronized boolean accept(long token) {
        if (token < largest) {
            return false;
        }
        largest = token;
        accepted.add(token);
        return true;
    }

    /** The tokens of all writes that were taken, in this order. */
    synchronized List<Long> accepted() {
        return List.copyOf(accepted);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
