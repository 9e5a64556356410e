package dev.singleton.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.StaleFencingTokenException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the fence promises on any database, how it is used, and what it says when it is used wrongly. A database plays the
 * stories by extending this.
 */
public abstract class FenceUseStories extends FenceStories {

    @Test
    void a_transaction_of_its_own_commits_what_passed() throws Exception {
        Integer result = fence.write(dataSource(), Instance.of(SINGLETON, 5), connection -> {
            append(connection, 5, "5");
            return 42;
        });

        assertThat(result).isEqualTo(42);
        assertThat(ledger()).containsExactly("5");
    }

    @Test
    void a_transaction_of_its_own_takes_everything_back_when_the_work_fails() throws Exception {
        assertThatIllegalStateException()
                .isThrownBy(() -> fence.write(dataSource(), SINGLETON, 6, connection -> {
                    append(connection, 6, "6");
                    throw new IllegalStateException("no more paper");
                }))
                .withMessage("no more paper");

        assertThat(ledger()).isEmpty();
        assertThat(query("SELECT fencing_token FROM singleton_fence")).isEmpty();
    }

    @Test
    void a_transaction_of_its_own_does_no_work_for_a_stale_token() throws Exception {
        host(6).check().commit();

        assertThatThrownBy(() -> fence.write(dataSource(), SINGLETON, 5, connection -> {
                    throw new AssertionError("no work for a stale token");
                }))
                .isInstanceOf(StaleFencingTokenException.class);
    }

    @Test
    void where_each_statement_commits_by_itself_it_refuses_to_pretend() throws Exception {
        try (Connection connection = dataSource().getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();

            assertThatIllegalStateException()
                    .isThrownBy(() -> fence.check(connection, SINGLETON, 5))
                    .withMessageContaining("'job-scheduler'")
                    .withMessageContaining("setAutoCommit(false)");
        }
        assertThat(query("SELECT fencing_token FROM singleton_fence")).isEmpty();
    }

    @Test
    void inside_a_transaction_of_a_server_that_calls_it_auto_commit_it_guards() throws Exception {
        Connection connection = asOpenLibertyShowsIt(host(5).connection);
        assertThat(connection.getAutoCommit()).isTrue();

        fence.check(connection, SINGLETON, 5);

        assertThat(query("SELECT fencing_token FROM singleton_fence"))
                .as("before the server commits")
                .isEmpty();
    }

    /** A connection in a JTA transaction: it says auto-commit, and refuses to be switched to it (DSRA9350E). */
    private static Connection asOpenLibertyShowsIt(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getAutoCommit")) {
                        return true;
                    }
                    if (method.getName().equals("setAutoCommit")) {
                        throw new SQLException("Operation setAutoCommit is not allowed during a global transaction.");
                    }
                    return method.invoke(connection, arguments);
                });
    }

    @Test
    void a_singleton_without_a_lease_has_nothing_to_prove_and_is_told_so() throws Exception {
        Connection connection = host(5).connection;

        assertThatThrownBy(() -> fence.check(connection, Instance.withoutLease("mail-sender")))
                .isInstanceOf(SingletonConfigurationException.class)
                .hasMessageContaining("'mail-sender'")
                .hasMessageContaining("singleton.type.mail-sender.lease");
    }

    @Test
    void a_missing_table_is_named_with_the_statement_that_creates_it() throws Exception {
        Fence missing = Fence.inTable("not_there");
        Connection connection = host(5).connection;

        assertThatThrownBy(() -> missing.check(connection, SINGLETON, 5))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("'not_there'")
                .hasMessageContaining("CREATE TABLE not_there (");
    }

    @Test
    void the_table_may_be_in_a_schema_of_its_own() throws Exception {
        run("DROP SCHEMA IF EXISTS Guards CASCADE");
        run("CREATE SCHEMA Guards");
        Fence elsewhere = Fence.inTable("Guards.Singleton_Fence");
        run(elsewhere.createTable());

        elsewhere.write(dataSource(), SINGLETON, 6, connection -> null);

        assertThatThrownBy(() -> elsewhere.write(dataSource(), SINGLETON, 5, connection -> null))
                .isInstanceOf(StaleFencingTokenException.class);
        assertThat(query("SELECT fencing_token FROM guards.singleton_fence")).containsExactly("6");
        host(1).check().commit();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1st", "a b", "a.b.c", ".a", "a.", "a;DROP TABLE ledger", "\"a\"", "a-b", "ä"})
    void a_table_that_would_have_to_be_quoted_is_refused(String table) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fence.inTable(table))
                .withMessageContaining("'" + table + "'");
    }

    @Test
    void a_name_of_255_characters_fits_and_a_longer_or_empty_one_is_refused() throws Exception {
        String longest = "x".repeat(255);
        fence.write(dataSource(), longest, 1, connection -> null);

        assertThat(query("SELECT singleton_name FROM singleton_fence")).containsExactly(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fence.write(dataSource(), longest + "x", 1, connection -> null))
                .withMessageContaining("256 characters");
        assertThatIllegalArgumentException().isThrownBy(() -> fence.write(dataSource(), "", 1, connection -> null));
    }

    /** The other way, without a fence: docs/fencing.md, "A row that guards itself". */
    @Test
    void a_row_can_guard_itself_in_one_statement_and_in_auto_commit_mode() throws Exception {
        run("DROP TABLE IF EXISTS job");
        run("CREATE TABLE job (id VARCHAR(20) PRIMARY KEY, state VARCHAR(20), fencing_token BIGINT NOT NULL)");
        run("INSERT INTO job VALUES ('42', 'NEW', 0)");

        assertThat(setState("42", "RUNNING", 5)).isEqualTo(1);
        assertThat(setState("42", "DONE", 6)).isEqualTo(1);
        assertThat(setState("42", "RUNNING", 5)).isZero();

        assertThat(query("SELECT state FROM job")).containsExactly("DONE");
    }

    private int setState(String job, String state, long token) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE job SET state = ?, fencing_token = ? WHERE id = ? AND fencing_token <= ?")) {
            update.setString(1, state);
            update.setLong(2, token);
            update.setString(3, job);
            update.setLong(4, token);
            return update.executeUpdate();
        }
    }
}
