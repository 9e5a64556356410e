package dev.singleton.it;

import dev.singleton.fencing.Fence;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.h2.tools.Server;

/** A table behind a fence, in the observer's JVM: all nodes write into it, over loopback. One thread. */
final class GuardedTable implements AutoCloseable {

    static final String FENCE = "singleton_fence";
    static final String USER = "sa";
    static final String INSERT = "INSERT INTO done (sender, number, token) VALUES (?, ?, ?)";

    private final Server server;
    private final String url;
    /** Open as long as the table is needed. */
    private final Connection connection;

    private GuardedTable(Server server) throws SQLException {
        this.server = server;
        this.url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:" + UUID.randomUUID();
        this.connection = DriverManager.getConnection(url, USER, "");
        try (Statement statement = connection.createStatement()) {
            statement.execute(Fence.inTable(FENCE).createTable());
            statement.execute("CREATE TABLE done (entry BIGINT GENERATED ALWAYS AS IDENTITY, sender VARCHAR(20),"
                    + " number BIGINT, token BIGINT)");
        }
    }

    static GuardedTable open() throws SQLException {
        return new GuardedTable(Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon")
                .start());
    }

    String url() {
        return url;
    }

    /** The tokens under which rows were written, in the order of the rows. */
    List<Long> tokens() throws SQLException {
        List<Long> tokens = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT token FROM done ORDER BY entry")) {
            while (rows.next()) {
                tokens.add(rows.getLong(1));
            }
        }
        return tokens;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        server.stop();
    }
}
