package dev.singleton.testkit;

import static dev.singleton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.spi.Lease.Acquisition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What every lease provider must pass, whoever wrote it: extend it, and give it the {@link #arbiter()}. It measures no
 * times; what it waits for it gives a bound that only a fault exceeds.
 */
public abstract class LeaseContractTest extends LeaseReleaseStories {

    private static final int MANY = 1_000;

    @Test
    void a_free_lease_is_granted_and_says_until_when_it_surely_lasts() {
        Contender a = node("a").lease();
        assertThat(a.validUntil()).isEmpty();

        a.token();

        long until = a.validUntil().orElseThrow();
        assertThat(until - System.nanoTime()).isBetween(1L, ttl().toNanos());
    }

    @Test
    void who_asks_for_a_lease_object_has_acquired_nothing() {
        Contender a = node("a").lease();

        node("b").lease().token();

        assertThat(a.validUntil()).isEmpty();
    }

    @Test
    void what_another_holds_is_refused_and_the_answer_names_somebody() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        a.token();

        Contender.Answer answer = b.askOnce();

        assertThat(answer.acquisition())
                .isInstanceOfSatisfying(
                        Acquisition.Held.class,
                        held -> assertThat(held.holder()).isNotBlank());
        assertThat(b.validUntil()).isEmpty();
        assertThat(a.holds()).isTrue();
    }

    @Test
    void what_another_held_is_granted_after_its_release() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        long before = a.token();

        CompletableFuture<Contender.Answer> early = b.ask();
        a.release();

        assertThat(a.validUntil()).isEmpty();
        boolean waited = b.await("the answer to an attempt made early", early).granted();
        long token = waited ? ((Acquisition.Granted) early.join().acquisition()).fencingToken() : b.token();
        assertThat(token).isGreaterThan(before);
    }

    @Test
    void of_those_who_ask_at_once_one_holds_at_a_time_and_each_under_a_larger_token() throws InterruptedException {
        ConcurrentLinkedQueue<Long> tokens = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();
        AtomicInteger inside = new AtomicInteger();
        CountDownLatch together = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (String node : List.of("a", "b", "c")) {
            Contender contender = node(node).lease();
            Thread thread = new Thread(
                    () -> {
                        try {
                            together.await();
                            takeTurns(contender, inside, tokens);
                        } catch (Throwable fault) {
                            faults.add(fault);
                        }
                    },
                    "node " + node);
            threads.add(thread);
            thread.start();
        }
        together.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(faults).isEmpty();
        assertThat(List.copyOf(tokens)).hasSize(15).doesNotHaveDuplicates().isSorted();
    }

    private static void takeTurns(Contender contender, AtomicInteger inside, ConcurrentLinkedQueue<Long> tokens) {
        for (int turn = 0; turn < 5; turn++) {
            long token = contender.token();
            assertThat(inside.incrementAndGet()).as("holders at once").isEqualTo(1);
            tokens.add(token);
            // Long enough for the others to come and ask.
            letPass(Duration.ofMillis(15));
            assertThat(contender.holds()).isTrue();
            inside.decrementAndGet();
            contender.release();
        }
    }

    @Test
    void tokens_grow_from_holder_to_holder_whatever_ended_the_last_one() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        Contender c = node("c").lease();
        List<Long> tokens = new ArrayList<>();

        tokens.add(a.token());
        a.release();
        tokens.add(a.token());
        a.close();
        tokens.add(b.token());
        arbiter.cutOff("b");
        tokens.add(c.token());

        assertThat(tokens).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void renewal_keeps_it_beyond_the_ttl_although_another_asks() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        a.token();
        long end = System.nanoTime() + ttl().multipliedBy(3).toNanos();

        while (System.nanoTime() - end < 0) {
            CompletableFuture<Contender.Answer> attempt = b.ask();
            eventually("the other is answered", arbiter.answersWithin().plusSeconds(10), () -> {
                assertThat(a.holds()).isTrue();
                return attempt.isDone();
            });
            assertThat(attempt.join().granted()).isFalse();
        }

        assertThat(a.losses()).isEmpty();
    }

    @Test
    void an_attempt_fails_when_the_arbiter_cannot_be_reached_and_succeeds_when_it_can() {
        Contender a = node("a").lease();
        arbiter.cutOff("a");

        Contender.Answer answer = a.askOnce();

        assertThat(answer.acquisition())
                .isInstanceOfSatisfying(
                        Acquisition.Failed.class,
                        failed -> assertThat(failed.cause()).isNotNull());
        assertThat(a.validUntil()).isEmpty();
        arbiter.heal("a");
        a.token();
    }

    @Test
    void long_names_never_collide() {
        String rest = name + "x".repeat(255 - 1 - name.length());
        List<String> names = List.of(rest + "a", rest + "b", rest, "b" + rest, "c" + rest);

        List<Contender> holders = names.stream().map(node("a")::lease).toList();
        holders.forEach(Contender::token);

        assertThat(holders).allMatch(Contender::holds);
    }

    @Test
    void a_thousand_leases_are_asked_for_at_once_and_held_beyond_the_ttl() {
        List<Contender> holders = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            holders.add(node(i % 2 == 0 ? "a" : "b").lease(name + "-" + i));
        }

        List<CompletableFuture<Contender.Answer>> answers =
                holders.stream().map(Contender::ask).toList();
        eventually(
                "all are answered",
                arbiter.answersWithin().plus(Duration.ofMinutes(1)),
                () -> answers.stream().allMatch(CompletableFuture::isDone));

        assertThat(answers).allMatch(answer -> answer.join().granted());
        letPass(ttl().plus(ttl()));
        assertThat(holders)
                .allMatch(Contender::holds)
                .allMatch(holder -> holder.losses().isEmpty());
    }
}
