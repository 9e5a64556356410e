package dev.singleton.fencing;

import dev.singleton.StaleFencingTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;

/** The rows of one fence table: a name and the highest token that has passed. */
final class FenceRows {

    /** A row that vanishes each time between two statements is deleted by somebody. */
    private static final int ROUNDS = 3;

    private final String table;
    private final String raise;
    private final String read;
    private final String insert;

    FenceRows(String table) {
        this.table = table;
        this.raise = "UPDATE " + table + " SET fencing_token = ? WHERE singleton_name = ? AND fencing_token <= ?";
        this.read = "SELECT fencing_token FROM " + table + " WHERE singleton_name = ?";
        this.insert = "INSERT INTO " + table + " (singleton_name, fencing_token) VALUES (?, ?)";
    }

    String createTable() {
        return "CREATE TABLE " + table
                + " (singleton_name VARCHAR(255) NOT NULL PRIMARY KEY, fencing_token BIGINT NOT NULL)";
    }

    /**
     * Raises the row to the token, or makes it; refuses when it has a newer one. In the common case it is one statement.
     * That statement waits for the lock on the row and then looks at the row as it is after the other transaction, so
     * that of two who meet here the second one sees what the first one has committed; it keeps the lock to the end of the
     * transaction.
     */
    void pass(Connection connection, String name, long token) throws SQLException {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                if (raised(connection, name, token)) {
                    return;
                }
                OptionalLong newer = tokenOf(connection, name);
                if (newer.isPresent() && newer.getAsLong() > token) {
                    throw new StaleFencingTokenException("A write of '" + name + "' under the fencing token " + token
                            + " is refused: the fence '" + table + "' has seen the token " + newer.getAsLong()
                            + ", so another instance has taken over. Roll back.");
                }
                if (newer.isEmpty() && inserted(connection, name, token)) {
                    return;
                }
            }
        } catch (SQLException failed) {
            throw isMissingTable(failed) ? withMend(failed) : failed;
        }
        throw new SQLException("The row of '" + name + "' in the fence '" + table
                + "' changes each time it is looked at: see who deletes or lowers it.");
    }

    private boolean raised(Connection connection, String name, long token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(raise)) {
            statement.setLong(1, token);
            statement.setString(2, name);
            statement.setLong(3, token);
            return statement.executeUpdate() == 1;
        }
    }

    private OptionalLong tokenOf(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(read)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /**
     * False when another was faster. After a failed statement PostgreSQL refuses the rest of the transaction, and a
     * savepoint is not allowed in a container's transaction: there the statement must not fail.
     */
    private boolean inserted(Connection connection, String name, long token) throws SQLException {
        boolean postgres = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        String sql = postgres ? insert + " ON CONFLICT (singleton_name) DO NOTHING" : insert;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            statement.setLong(2, token);
            return statement.executeUpdate() == 1;
        } catch (SQLException failed) {
            if (!postgres && isConstraint(failed)) {
                return false;
            }
            throw failed;
        }
    }

    /** H2 says 23505 for a row that is there already, others 23000. */
    private static boolean isConstraint(SQLException failed) {
        return failed.getSQLState() != null && failed.getSQLState().startsWith("23");
    }

    private static boolean isMissingTable(SQLException failed) {
        return hasState(failed, "42P01") || hasState(failed, "42S02") || hasState(failed, "42S04");
    }

    private static boolean hasState(SQLException failed, String state) {
        return state.equals(failed.getSQLState());
    }

    private SQLException withMend(SQLException failed) {
        return new SQLException(
                "The fence needs the table '" + table + "', which is not there; create it once: " + createTable(),
                failed.getSQLState(),
                failed.getErrorCode(),
                failed);
    }
}
