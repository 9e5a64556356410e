package dev.singleton.it;

import dev.singleton.fencing.FenceUseStories;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The fence keeps its promises on PostgreSQL. */
class FenceOnPostgresIT extends FenceUseStories {

    private static Postgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = Postgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    protected DataSource database() {
        return postgres.database();
    }
}
