package dev.singleton.it.liberty;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A table in the server's data source. */
@ApplicationScoped
public class Rows {

    @Resource(lookup = "jdbc/rows")
    DataSource source;

    @PostConstruct
    void create() {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS notes (note VARCHAR(100))");
        } catch (SQLException failed) {
            throw new IllegalStateException("The table cannot be made", failed);
        }
    }

    /** Writes within the transaction of the caller, if there is one. */
    public void insert(String row) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO notes VALUES (?)")) {
            insert.setString(1, row);
            insert.executeUpdate();
        }
    }

    /** Writes in a transaction of its own, which a failure undoes. */
    @Transactional
    public void store(String row, boolean fail) throws SQLException {
        insert(row);
        if (fail) {
            throw new IllegalStateException("told to fail after " + row);
        }
    }

    /** All that there is. */
    public List<String> all() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT note FROM notes")) {
            while (found.next()) {
                rows.add(found.getString(1));
            }
        }
        return rows;
    }
}
