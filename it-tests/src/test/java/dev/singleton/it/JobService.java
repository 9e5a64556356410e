package dev.singleton.it;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.singleton.SingletonContext;
import dev.singleton.StaleFencingTokenException;
import dev.singleton.fencing.Fence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The HTTP example of docs/fencing.md: a service that others call, and how a singleton calls it. */
final class JobService implements AutoCloseable {

    private static final String NAME = "Singleton-Name";
    private static final String TOKEN = "Fencing-Token";
    private static final int CONFLICT = 409;

    private final Fence fence = Fence.inTable("singleton_fence");
    private final DataSource database;
    private final HttpServer server;

    JobService(DataSource database) throws IOException {
        this.database = database;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/jobs/", this::handle);
        server.start();
    }

    URI jobs() {
        InetSocketAddress at = server.getAddress();
        return URI.create("http://" + at.getHostString() + ":" + at.getPort() + "/jobs/");
    }

    /** The service: remembers the highest token in its own database, in the transaction of what is asked for. */
    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(finish(exchange), -1);
        }
    }

    private int finish(HttpExchange exchange) {
        String name = exchange.getRequestHeaders().getFirst(NAME);
        String token = exchange.getRequestHeaders().getFirst(TOKEN);
        if (name == null || token == null || !token.matches("\\d{1,18}|[1-8]\\d{18}")) {
            return 400;
        }
        String job = exchange.getRequestURI().getPath().substring("/jobs/".length());
        try {
            return fence.write(database, name, Long.parseLong(token), connection -> {
                try (PreparedStatement update =
                        connection.prepareStatement("UPDATE job SET state = 'DONE' WHERE id = ?")) {
                    update.setString(1, job);
                    return update.executeUpdate() == 1 ? 204 : 404;
                }
            });
        } catch (StaleFencingTokenException stale) {
            return CONFLICT;
        } catch (SQLException failed) {
            return 503;
        }
    }

    /** The singleton: sends its token with each request, and takes 409 for what it is. */
    static void finish(HttpClient client, URI job, SingletonContext<?> context)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(job)
                .header(NAME, context.key().typeName())
                .header(TOKEN, Long.toString(context.fencingToken().orElseThrow()))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        int status =
                client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status == CONFLICT) {
            throw new StaleFencingTokenException(job + " refuses the token "
                    + context.fencingToken().getAsLong() + ": another instance has taken over.");
        }
        if (status != 204) {
            throw new UncheckedIOException(new IOException(job + " answers " + status));
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
