package dev.singleton.it;

import dev.singleton.SingletonContext;
import dev.singleton.StaleFencingTokenException;
import dev.singleton.fencing.Fence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcConnectionPool;

/** What an instance writes into the guarded table of the observer's JVM, under its fencing token; one for each JVM. */
final class TableGuard implements Guard {

    private final JdbcConnectionPool database;
    private final Fence fence = Fence.inTable(GuardedTable.FENCE);
    private final Reporter reporter;

    /** @param url of the {@link GuardedTable} */
    TableGuard(String url, Reporter reporter) {
        this.database = JdbcConnectionPool.create(url, GuardedTable.USER, "");
        this.reporter = reporter;
    }

    @Override
    public void write(SingletonContext<TestMessage> context, String sender, long number) throws SQLException {
        long token = context.fencingToken().orElseThrow();
        Event.Kind outcome;
        try {
            outcome = fence.write(database, context, connection -> insert(connection, sender, number, token));
        } catch (StaleFencingTokenException stale) {
            outcome = Event.Kind.REFUSED;
        }
        reporter.report(outcome, context.key().typeName(), sender, String.valueOf(number), String.valueOf(token));
    }

    private static Event.Kind insert(Connection connection, String sender, long number, long token)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(GuardedTable.INSERT)) {
            insert.setString(1, sender);
            insert.setLong(2, number);
            insert.setLong(3, token);
            insert.executeUpdate();
        }
        return Event.Kind.WRITTEN;
    }
}
