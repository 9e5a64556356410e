package dev.singleton.examples.jobs;

import dev.singleton.SingletonContext;
import dev.singleton.fencing.Fence;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The jobs in the database. Only the scheduler writes here, and so one node at a time. */
@ApplicationScoped
public class JobStore {

    private static final Fence FENCE = Fence.inTable("singleton_fence");

    /** In an application that has schema migrations, they belong there. */
    private static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS job (id VARCHAR(64) NOT NULL PRIMARY KEY, task VARCHAR(200) NOT NULL,"
                    + " due TIMESTAMP WITH TIME ZONE NOT NULL, state VARCHAR(16) NOT NULL, ran_on VARCHAR(64))",
            "CREATE TABLE IF NOT EXISTS singleton_fence (singleton_name VARCHAR(255) NOT NULL PRIMARY KEY,"
                    + " fencing_token BIGINT NOT NULL)");

    private static final String COLUMNS = "SELECT id, task, due, state, ran_on FROM job ";

    // Set by the server before the first call.
    @SuppressWarnings("NullAway.Init")
    @Resource(lookup = "jdbc/jobs")
    DataSource database;

    public void createTables() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.executeUpdate(table);
            }
        }
    }

    /** What waits, read when no predecessor can write any more. */
    // Checked exceptions do not roll back unless they are named; so below.
    @Transactional(rollbackOn = SQLException.class)
    public List<Job> takeOver(SingletonContext<?> context) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(COLUMNS + "WHERE state = 'WAITING'")) {
            guard(connection, context);
            return read(select);
        }
    }

    @Transactional(rollbackOn = SQLException.class)
    public void add(Job job, SingletonContext<?> context) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO job (id, task, due, state) VALUES (?, ?, ?, ?)")) {
            guard(connection, context);
            insert.setString(1, job.id());
            insert.setString(2, job.task());
            insert.setObject(3, job.due().atOffset(ZoneOffset.UTC));
            insert.setString(4, job.state().name());
            insert.executeUpdate();
        }
    }

    /**
     * Ends the waiting of a job.
     *
     * @return false when it does not wait: it is unknown, or has ended before
     */
    @Transactional(rollbackOn = SQLException.class)
    public boolean finish(String id, Job.State state, @Nullable String ranOn, SingletonContext<?> context)
            throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE job SET state = ?, ran_on = ? WHERE id = ? AND state = 'WAITING'")) {
            guard(connection, context);
            update.setString(1, state.name());
            update.setString(2, ranOn);
            update.setString(3, id);
            return update.executeUpdate() == 1;
        }
    }

    public Optional<Job> find(String id) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(COLUMNS + "WHERE id = ?")) {
            select.setString(1, id);
            return read(select).stream().findFirst();
        }
    }

    /** Those that are due last, first. */
    public List<Job> latest(int most) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select =
                        connection.prepareStatement(COLUMNS + "ORDER BY due DESC, id FETCH FIRST ? ROWS ONLY")) {
            select.setInt(1, most);
            return read(select);
        }
    }

    /**
     * With a lease, lets the transaction go on only if no newer holder has been here: an instance that was paused, and
     * replaced meanwhile, writes nothing when it wakes up. Without a lease there is no token to show.
     */
    private static void guard(Connection connection, SingletonContext<?> context) throws SQLException {
        if (context.fencingToken().isPresent()) {
            FENCE.check(connection, context);
        }
    }

    private static List<Job> read(PreparedStatement select) throws SQLException {
        List<Job> jobs = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                jobs.add(new Job(
                        row.getString("id"),
                        row.getString("task"),
                        row.getObject("due", OffsetDateTime.class).toInstant(),
                        Job.State.valueOf(row.getString("state")),
                        Optional.ofNullable(row.getString("ran_on"))));
            }
        }
        return jobs;
    }
}
