package dev.singleton.fencing;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.StaleFencingTokenException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fence promises where hosts meet at one database, whichever that is. */
abstract class FenceStories extends FenceStage {

    @Test
    void a_paused_host_that_wakes_up_and_writes_is_refused() throws Exception {
        Host paused = host(5);
        paused.check().write("the paused one, before").commit();

        Host successor = host(6);
        successor.check().write("the successor").commit();

        assertThatThrownBy(paused::check)
                .isInstanceOf(StaleFencingTokenException.class)
                .hasMessageContaining("'job-scheduler'")
                .hasMessageContaining("token 5 ")
                .hasMessageContaining("token 6,");
        paused.rollBack();
        assertThat(ledger()).containsExactly("the paused one, before", "the successor");
    }

    @Test
    void who_checks_last_is_refused_just_so_and_takes_back_what_it_wrote() throws Exception {
        Host paused = host(5).write("written before the pause");
        host(6).check().write("the successor").commit();

        assertThatThrownBy(paused::check).isInstanceOf(StaleFencingTokenException.class);

        paused.rollBack();
        assertThat(ledger()).containsExactly("the successor");
    }

    @Test
    void the_current_host_passes_as_often_as_it_likes() throws Exception {
        Host host = host(5);

        host.check().check().write("1").commit();
        host.check().write("2").commit();

        assertThat(ledger()).containsExactly("1", "2");
    }

    @Test
    void what_was_rolled_back_was_never_seen() throws Exception {
        host(6).check().write("never").rollBack();

        host(5).check().write("the older one").commit();

        assertThat(ledger()).containsExactly("the older one");
    }

    @Test
    void a_newer_host_waits_for_the_open_transaction_of_an_older_one() throws Exception {
        host(4).check().commit();
        Host older = host(5).check();
        Host newer = host(6);

        FutureTask<Host> passing = newer.checkMeanwhile();
        assertThat(waits(passing)).isTrue();
        older.write("5").commit();
        passing.get(20, SECONDS).write("6").commit();

        assertThat(ledger()).containsExactly("5", "6");
    }

    @Test
    void an_older_host_waits_for_the_open_transaction_of_a_newer_one_and_is_refused() throws Exception {
        host(4).check().commit();
        Host newer = host(6).check();

        FutureTask<Host> older = host(5).checkMeanwhile();
        assertThat(waits(older)).isTrue();
        newer.commit();

        assertRefused(older);
    }

    @Test
    void an_older_host_passes_when_the_newer_one_takes_it_back() throws Exception {
        host(4).check().commit();
        Host newer = host(6).check();

        FutureTask<Host> older = host(5).checkMeanwhile();
        assertThat(waits(older)).isTrue();
        newer.rollBack();

        older.get(20, SECONDS).write("5").commit();
        assertThat(ledger()).containsExactly("5");
    }

    @Test
    void of_the_first_two_ever_the_older_one_waits_and_is_refused() throws Exception {
        Host newer = host(6).check();

        FutureTask<Host> older = host(5).checkMeanwhile();
        assertThat(waits(older)).isTrue();
        newer.commit();

        assertRefused(older);
    }

    @Test
    void of_the_first_two_ever_the_newer_one_waits_and_goes_on_in_the_same_transaction() throws Exception {
        Host older = host(5).check();
        Host newer = host(6).write("6, before the check");

        FutureTask<Host> passing = newer.checkMeanwhile();
        assertThat(waits(passing)).isTrue();
        older.write("5").commit();
        passing.get(20, SECONDS).write("6, after the check").commit();

        assertThat(query("SELECT line FROM ledger ORDER BY line"))
                .containsExactly("5", "6, after the check", "6, before the check");
        assertThat(query("SELECT fencing_token FROM singleton_fence")).containsExactly("6");
    }

    /** Refused by the fence or by the database, which may call it a failed serialization. */
    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void who_sees_the_past_only_does_not_pass_because_of_it(int isolation) throws Exception {
        host(4).check().commit();
        Host paused = host(5);
        paused.connection.setTransactionIsolation(isolation);
        paused.write("written before the pause, and with it the view of the database is fixed");
        host(6).check().write("the successor").commit();

        assertThatThrownBy(paused::check).isInstanceOfAny(StaleFencingTokenException.class, SQLException.class);

        paused.rollBack();
        assertThat(ledger()).containsExactly("the successor");
    }

    @Test
    void singletons_do_not_hinder_each_other() throws Exception {
        host(6).check().commit();
        Host open = host(7).check();

        fence.write(dataSource(), "mail-sender", 1, connection -> {
            append(connection, 1, "mail");
            return null;
        });

        open.write("job").commit();
        assertThat(ledger()).containsExactly("mail", "job");
    }

    @Test
    void tokens_use_the_whole_long() throws Exception {
        host(Long.MAX_VALUE - 1).check().commit();
        host(Long.MAX_VALUE).check().commit();

        assertThatThrownBy(host(Long.MAX_VALUE - 1)::check).isInstanceOf(StaleFencingTokenException.class);
    }

    /** Each entry gets its number while the row is locked, so the numbers tell the order of those who have passed. */
    @Test
    void in_a_crowd_nothing_is_written_under_an_older_token_after_a_newer_one() throws Exception {
        List<FutureTask<Integer>> crowd = new ArrayList<>();
        for (int member = 0; member < 6; member++) {
            int seed = member;
            crowd.add(meanwhile(() -> writeUnderRandomTokens(new Random(seed))));
        }
        int refused = 0;
        for (FutureTask<Integer> member : crowd) {
            refused += member.get(120, SECONDS);
        }

        List<Long> tokens = new ArrayList<>();
        query("SELECT written_by FROM ledger ORDER BY entry").forEach(token -> tokens.add(Long.valueOf(token)));
        assertThat(tokens).isSorted().hasSizeGreaterThan(20);
        assertThat(refused).isGreaterThan(20).isEqualTo(6 * 60 - tokens.size());
        assertThat(query("SELECT fencing_token FROM singleton_fence"))
                .containsExactly(Collections.max(tokens).toString());
    }

    private int writeUnderRandomTokens(Random dice) throws Exception {
        int refused = 0;
        for (int round = 0; round < 60; round++) {
            // Around a value that grows with the rounds, so that some are too old and some are not.
            long token = (long) round + dice.nextInt(10);
            try {
                fence.write(dataSource(), SINGLETON, token, connection -> append(connection, token));
            } catch (StaleFencingTokenException stale) {
                refused++;
            }
        }
        return refused;
    }

    private static Void append(Connection connection, long token) throws SQLException {
        append(connection, token, "under " + token);
        return null;
    }

    private static void assertRefused(FutureTask<Host> host) {
        assertThatThrownBy(() -> host.get(20, SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StaleFencingTokenException.class);
    }
}
