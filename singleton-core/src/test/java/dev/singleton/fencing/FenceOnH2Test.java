package dev.singleton.fencing;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** The fence keeps its promises on H2. */
class FenceOnH2Test extends FenceUseStories {

    @Override
    protected DataSource database() {
        JdbcDataSource h2 = new JdbcDataSource();
        // Long enough for whoever has to wait for another's transaction on a busy machine.
        h2.setURL("jdbc:h2:mem:fence;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000");
        return h2;
    }
}
