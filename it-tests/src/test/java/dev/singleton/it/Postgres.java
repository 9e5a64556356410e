package dev.singleton.it;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;

/** One PostgreSQL process on loopback for as long as the tests need it. */
final class Postgres implements AutoCloseable {

    private final EmbeddedPostgres server;

    private Postgres(EmbeddedPostgres server) {
        this.server = server;
    }

    static Postgres start() throws IOException {
        return new Postgres(EmbeddedPostgres.start());
    }

    DataSource database() {
        return server.getPostgresDatabase();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
