package dev.singleton.it;

import dev.singleton.SingletonActor;
import dev.singleton.SingletonContext;
import dev.singleton.fencing.Fence;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The JDBC example of docs/fencing.md. */
public class FencedScheduler implements SingletonActor<String> {

    private static final Fence FENCE = Fence.inTable("singleton_fence");

    private final DataSource database;

    FencedScheduler(DataSource database) {
        this.database = database;
    }

    /** From here on no predecessor can write any more, so that what is read next stays as it is. */
    @Override
    public void preStart(SingletonContext<String> context) throws SQLException {
        FENCE.write(database, context, connection -> null);
    }

    @Override
    public void receive(String job, SingletonContext<String> context) throws SQLException {
        FENCE.write(database, context, connection -> {
            try (PreparedStatement update = connection.prepareStatement("UPDATE job SET state = 'DONE' WHERE id = ?")) {
                update.setString(1, job);
                return update.executeUpdate();
            }
        });
    }
}
