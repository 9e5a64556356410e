package dev.singleton.fencing;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonContext;
import dev.singleton.StaleFencingTokenException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Lets a write into a database pass only under the newest fencing token that the database has seen. A holder that was
 * paused, and that another has replaced meanwhile, is refused when it wakes up and writes.
 *
 * <p>The fence is one small table, with one row for each singleton: its name and the highest token. Create it once, with
 * {@link #createTable()}; nothing here does so by itself. {@link #check check} looks at the row and raises its token
 * inside your transaction, whose lock on the row lasts to its end: what you write in the same transaction is guarded.
 *
 * <pre>{@code
 * Fence fence = Fence.inTable("singleton_fence");
 * fence.check(connection, context);                       // first, refuses a token that is too old
 * update.executeUpdate();                                 // then what is guarded
 * connection.commit();
 * }</pre>
 *
 * <p>Tested on PostgreSQL and H2, at READ COMMITTED. At a higher level two transactions that meet at the row may end with
 * the database's error for a failed serialization instead of waiting; nothing stale passes there either.
 *
 * <p>Immutable; any thread, as far as the connection allows it.
 */
public final class Fence {

    /** A table's name, with its schema or without: nothing that would have to be quoted. */
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");

    private static final int LONGEST_NAME = 255;

    private final FenceRows rows;

    private Fence(String table) {
        this.rows = new FenceRows(table);
    }

    /**
     * A fence in that table.
     *
     * @param table letters, digits and underscores, with a schema and a dot before it or without; it is never quoted, so
     *     the database folds its case as in your own statements
     * @throws IllegalArgumentException when the name is of another form
     */
    public static Fence inTable(String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException(
                    "The table '" + table + "' cannot hold a fence: its name, and a schema before"
                            + " it, may have letters, digits and underscores only and begin with no digit.");
        }
        return new Fence(table);
    }

    /** The statement that creates the table, for your schema migration. It is understood by PostgreSQL and H2. */
    public String createTable() {
        return rows.createTable();
    }

    /**
     * Lets the transaction of this connection go on only if no newer holder has been here: call it before the writes that
     * it guards, in the same transaction. Waits while the transaction of another holder is open that has passed.
     *
     * @param context of the instance that writes: its key's name and its token count
     * @throws StaleFencingTokenException a newer token has been here: roll back, this instance is no longer the current one
     * @throws SingletonConfigurationException the singleton runs without a lease, so that it has no token
     * @throws IllegalStateException the connection commits each statement by itself, so that there is nothing to guard
     * @throws SQLException what the database says; its time-out for locks is one of these
     */
    public void check(Connection connection, SingletonContext<?> context) throws SQLException {
        check(connection, context.key().typeName(), tokenOf(context));
    }

    /**
     * The same for a name and a token that came from elsewhere, as with a message of the singleton to another service.
     *
     * @param name at most 255 characters; by convention the singleton's
     * @param token an equal one passes
     */
    public void check(Connection connection, String name, long token) throws SQLException {
        requireName(name);
        if (connection.getAutoCommit() && !isInTransactionOfContainer(connection)) {
            throw new IllegalStateException(
                    "The fence of '" + name + "' guards nothing on a connection in auto-commit mode,"
                            + " because its lock ends before the write begins: call setAutoCommit(false) or work in a transaction,"
                            + " or use write().");
        }
        rows.pass(connection, name, token);
    }

    /**
     * A transaction of its own: takes a connection, {@linkplain #check checks}, does the work, commits. Whatever is thrown
     * rolls it back. Not for use inside a transaction of the container's: there, {@link #check check} is enough.
     *
     * @param work must neither commit nor close the connection
     * @return what the work returned
     */
    public <T extends @Nullable Object> T write(DataSource dataSource, SingletonContext<?> context, Work<T> work)
            throws SQLException {
        return write(dataSource, context.key().typeName(), tokenOf(context), work);
    }

    /** The same for a name and a token that came from elsewhere. */
    public <T extends @Nullable Object> T write(DataSource dataSource, String name, long token, Work<T> work)
            throws SQLException {
        requireName(name);
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            T result;
            try {
                rows.pass(connection, name, token);
                result = work.on(connection);
                connection.commit();
            } catch (Throwable failed) {
                rollBack(connection, autoCommit, failed);
                throw failed;
            }
            // The connection may go back into a pool.
            connection.setAutoCommit(autoCommit);
            return result;
        }
    }

    /** What is done on a connection, under the guard of a fence. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        /**
         * The work, in a transaction that has passed the fence; whatever it throws rolls that back.
         *
         * @param connection neither to be committed nor to be closed
         */
        T on(Connection connection) throws SQLException;
    }

    /**
     * Open Liberty's connections say that each statement commits by itself also inside a JTA transaction, where none does.
     * JDBC tells the two apart: to switch on what is on does nothing, but within such a transaction it is refused.
     */
    private static boolean isInTransactionOfContainer(Connection connection) {
        try {
            connection.setAutoCommit(true);
            return false;
        } catch (SQLFeatureNotSupportedException unable) {
            // That says nothing of a transaction.
            return false;
        } catch (SQLException refused) {
            // A connection that is broken refuses too, and then the first statement says so.
            return true;
        }
    }

    /** A connection that cannot be rolled back is left as it is: to switch to auto-commit would commit. */
    private static void rollBack(Connection connection, boolean autoCommit, Throwable because) {
        try {
            connection.rollback();
            connection.setAutoCommit(autoCommit);
        } catch (SQLException broken) {
            because.addSuppressed(broken);
        }
    }

    private static long tokenOf(SingletonContext<?> context) {
        String name = context.key().typeName();
        return context.fencingToken()
                .orElseThrow(() -> new SingletonConfigurationException("The singleton '" + name
                        + "' has no fencing token because it runs without a lease: set singleton.type." + name
                        + ".lease to the name of a lease provider."));
    }

    private static void requireName(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("The name '" + name + "' of what is fenced has " + name.length()
                    + " characters; give it 1 to " + LONGEST_NAME + ".");
        }
    }
}
