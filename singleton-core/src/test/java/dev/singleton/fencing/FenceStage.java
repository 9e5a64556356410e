package dev.singleton.fencing;

import static dev.singleton.testkit.Eventually.eventually;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A database with a fence and with a table that it guards, and hosts that write into it. */
abstract class FenceStage {

    static final String SINGLETON = "job-scheduler";

    final Fence fence = Fence.inTable("singleton_fence");
    private final List<Host> hosts = new ArrayList<>();
    private DataSource database;

    /** The database, whatever is in it. */
    protected abstract DataSource database() throws Exception;

    @BeforeEach
    void aFenceAndATableThatItGuards() throws Exception {
        database = database();
        run("DROP TABLE IF EXISTS singleton_fence");
        run("DROP TABLE IF EXISTS ledger");
        run(fence.createTable());
        run("CREATE TABLE ledger (entry BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                + " written_by BIGINT NOT NULL, line VARCHAR(100) NOT NULL)");
    }

    @AfterEach
    void hostsGo() throws SQLException {
        for (Host host : hosts) {
            host.connection.close();
        }
    }

    DataSource dataSource() {
        return database;
    }

    /** A host whose instance runs under that token, with a transaction of its own. */
    Host host(long token) throws SQLException {
        Host host = new Host(token, database.getConnection());
        hosts.add(host);
        host.connection.setAutoCommit(false);
        return host;
    }

    final class Host {
        final Instance instance;
        final Connection connection;

        private Host(long token, Connection connection) {
            this.instance = Instance.of(SINGLETON, token);
            this.connection = connection;
        }

        Host check() throws SQLException {
            fence.check(connection, instance);
            return this;
        }

        /** In the background, because it may have to wait for another's transaction. */
        FutureTask<Host> checkMeanwhile() {
            return meanwhile(this::check);
        }

        Host write(String line) throws SQLException {
            append(connection, instance.fencingToken().orElseThrow(), line);
            return this;
        }

        void commit() throws SQLException {
            connection.commit();
        }

        void rollBack() throws SQLException {
            connection.rollback();
        }
    }

    static <T> FutureTask<T> meanwhile(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "host");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** That a host waits for a lock can be seen only by its not coming back, and only for a while. */
    static boolean waits(FutureTask<?> host) {
        long start = System.nanoTime();
        eventually(
                "some time passes",
                () -> host.isDone()
                        || System.nanoTime() - start > Duration.ofMillis(300).toNanos());
        return !host.isDone();
    }

    static void append(Connection connection, long token, String line) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO ledger (written_by, line) VALUES (?, ?)")) {
            insert.setLong(1, token);
            insert.setString(2, line);
            insert.executeUpdate();
        }
    }

    List<String> ledger() throws SQLException {
        return query("SELECT line FROM ledger ORDER BY entry");
    }

    List<String> query(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    void run(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
