package dev.singleton.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonContext;
import dev.singleton.StaleFencingTokenException;
import dev.singleton.fencing.Fence;
import dev.singleton.fencing.Instance;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The examples of docs/fencing.md do what the page says: a host that was paused wakes up and writes, and is refused. */
class FencingExamplesIT {

    private static Postgres postgres;

    private final Fence fence = Fence.inTable("singleton_fence");
    private final Instance paused = Instance.of("job-scheduler", 5);
    private final Instance successor = Instance.of("job-scheduler", 6);

    @BeforeAll
    static void start() throws IOException {
        postgres = Postgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void aNewJob() throws SQLException {
        try (Connection connection = postgres.database().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS singleton_fence");
            statement.execute("DROP TABLE IF EXISTS job");
            statement.execute(fence.createTable());
            statement.execute("CREATE TABLE job (id VARCHAR(20) PRIMARY KEY, state VARCHAR(40) NOT NULL)");
            statement.execute("INSERT INTO job VALUES ('42', 'NEW'), ('43', 'NEW')");
        }
    }

    @Test
    void an_actor_that_writes_by_jdbc() throws Exception {
        FencedScheduler actor = new FencedScheduler(postgres.database());
        actor.preStart(paused);
        actor.receive("42", paused);

        // The successor has started and has not written anything yet.
        new FencedScheduler(postgres.database()).preStart(successor);

        assertThatThrownBy(() -> actor.receive("43", paused)).isInstanceOf(StaleFencingTokenException.class);
        assertThat(state("42")).isEqualTo("DONE");
        assertThat(state("43")).isEqualTo("NEW");
        assertThatThrownBy(() -> actor.receive("43", Instance.withoutLease("job-scheduler")))
                .isInstanceOf(SingletonConfigurationException.class);
    }

    /** docs/fencing.md, "A pause inside an open transaction". */
    @Test
    void a_host_paused_inside_its_transaction_holds_its_successor_up_until_the_database_ends_it() throws Exception {
        try (Connection asleep = postgres.database().getConnection();
                Statement statement = asleep.createStatement()) {
            statement.execute("SET idle_in_transaction_session_timeout = '1s'");
            asleep.setAutoCommit(false);
            fence.check(asleep, paused);
            statement.executeUpdate("UPDATE job SET state = 'written before the pause' WHERE id = '43'");

            new FencedScheduler(postgres.database()).receive("42", successor);

            assertThatThrownBy(() -> statement.executeUpdate("UPDATE job SET state = 'AWAKE' WHERE id = '42'"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(state("42")).isEqualTo("DONE");
        assertThat(state("43")).isEqualTo("NEW");
    }

    @Test
    void an_entity_manager_whose_changes_are_guarded() throws Exception {
        try (EntityManagerFactory factory = Persistence.createEntityManagerFactory(
                "jobs", Map.of("jakarta.persistence.nonJtaDataSource", postgres.database()))) {
            inTransaction(factory, entityManager -> finish(entityManager, "42", successor));

            assertThatThrownBy(() -> inTransaction(factory, entityManager -> finish(entityManager, "43", paused)))
                    .isInstanceOf(StaleFencingTokenException.class);
            assertThatThrownBy(() -> inTransaction(factory, entityManager -> checkLast(entityManager, "43", paused)))
                    .isInstanceOf(StaleFencingTokenException.class);
        }

        assertThat(state("42")).isEqualTo("DONE by job-scheduler");
        assertThat(state("43")).isEqualTo("NEW");
    }

    /** The JPA example of docs/fencing.md. */
    private void finish(EntityManager entityManager, String id, SingletonContext<?> context) throws SQLException {
        fence.check(entityManager.unwrap(Connection.class), context);
        entityManager.find(Job.class, id).finish(context.key().typeName());
    }

    private void checkLast(EntityManager entityManager, String id, SingletonContext<?> context) throws SQLException {
        entityManager.find(Job.class, id).finish(context.key().typeName());
        entityManager.flush();
        fence.check(entityManager.unwrap(Connection.class), context);
    }

    @Test
    void a_service_that_is_called_by_http() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (JobService service = new JobService(postgres.database())) {
            URI jobs = service.jobs();
            JobService.finish(client, jobs.resolve("42"), successor);

            assertThatThrownBy(() -> JobService.finish(client, jobs.resolve("43"), paused))
                    .isInstanceOf(StaleFencingTokenException.class);
        }
        assertThat(state("42")).isEqualTo("DONE");
        assertThat(state("43")).isEqualTo("NEW");

        // The service has remembered it in its database: a new life of it refuses too.
        try (JobService restarted = new JobService(postgres.database())) {
            assertThatThrownBy(() -> JobService.finish(client, restarted.jobs().resolve("43"), paused))
                    .isInstanceOf(StaleFencingTokenException.class);
        }
    }

    @FunctionalInterface
    private interface Change {
        void on(EntityManager entityManager) throws SQLException;
    }

    private static void inTransaction(EntityManagerFactory factory, Change change) throws SQLException {
        try (EntityManager entityManager = factory.createEntityManager()) {
            entityManager.getTransaction().begin();
            try {
                change.on(entityManager);
                entityManager.getTransaction().commit();
            } finally {
                if (entityManager.getTransaction().isActive()) {
                    entityManager.getTransaction().rollback();
                }
            }
        }
    }

    private static String state(String job) throws SQLException {
        try (Connection connection = postgres.database().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT state FROM job WHERE id = '" + job + "'")) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }
}
