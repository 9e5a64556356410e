package dev.singleton.lease;

import static dev.singleton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.singleton.NodeId;
import dev.singleton.spi.Lease;
import dev.singleton.spi.Lease.Acquisition;
import dev.singleton.spi.LeaseProvider;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the provider {@code memory} promises beyond the contract. */
@Timeout(120)
class MemoryLeaseTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final NodeId a = new NodeId(UUID.randomUUID(), InetSocketAddress.createUnresolved("a", 1));
    private final NodeId b = new NodeId(UUID.randomUUID(), InetSocketAddress.createUnresolved("b", 1));

    @Test
    void it_is_found_by_its_name_and_says_that_it_guards_nothing_between_jvms() {
        LeaseProvider found = ServiceLoader.load(LeaseProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("memory"))
                .findFirst()
                .orElseThrow();

        Lease.Condition condition =
                found.lease("job-scheduler", a, unusedReason -> {}).condition();

        assertThat(condition.usable()).isTrue();
        assertThat(condition.text()).contains("between JVMs");
    }

    @Test
    void two_providers_made_without_an_arena_share_the_one_of_the_jvm() {
        Lease first = new MemoryLeaseProvider().lease("shared-by-default", a, unusedReason -> {});
        Lease second = new MemoryLeaseProvider().lease("shared-by-default", b, unusedReason -> {});
        assertThat(granted(first)).isPositive();

        CompletableFuture<Acquisition> waiting = second.acquire().toCompletableFuture();

        assertThat(waiting).isNotDone();
        giveBack(first);
        assertThat(waiting.join()).isInstanceOf(Acquisition.Granted.class);
        giveBack(second);
    }

    @Test
    void arenas_of_other_names_know_nothing_of_each_other() {
        Lease here = MemoryLeaseProvider.shared("here", LONG).lease("x", a, unusedReason -> {});
        Lease there = MemoryLeaseProvider.shared("there", LONG).lease("x", b, unusedReason -> {});

        assertThat(granted(here)).isPositive();
        assertThat(granted(there)).isPositive();

        giveBack(here);
        giveBack(there);
    }

    @Test
    void who_waits_is_answered_as_soon_as_the_lease_is_free_and_in_the_order_of_asking() {
        MemoryLeaseProvider provider = MemoryLeaseProvider.shared("waiting", LONG);
        Lease holder = provider.lease("x", a, unusedReason -> {});
        Lease second = provider.lease("x", b, unusedReason -> {});
        Lease third = provider.lease("x", a, unusedReason -> {});
        long token = granted(holder);
        CompletableFuture<Acquisition> secondAnswer = second.acquire().toCompletableFuture();
        CompletableFuture<Acquisition> thirdAnswer = third.acquire().toCompletableFuture();

        assertThat(holder.release().toCompletableFuture()).isCompleted();

        // With a ttl of an hour nothing but the release can answer it.
        assertThat(secondAnswer.join()).isEqualTo(new Acquisition.Granted(token + 1));
        assertThat(thirdAnswer).isNotDone();
        giveBack(second);
        assertThat(thirdAnswer.join()).isEqualTo(new Acquisition.Granted(token + 2));
        giveBack(third);
    }

    @Test
    void no_loss_is_told_after_a_release_that_crosses_with_it() {
        MemoryLeaseProvider provider = MemoryLeaseProvider.shared("crossing", Duration.ofMillis(100));
        Random dice = new Random(1);
        int lost = 0;
        for (int round = 0; round < 200; round++) {
            AtomicInteger told = new AtomicInteger();
            Lease lease = provider.lease("x" + round, a, unusedReason -> told.incrementAndGet());
            assertThat(granted(lease)).isPositive();
            provider.arena().usurp("x" + round);
            // The usurpation is found out at a beat, about every 5 ms.
            LockSupport.parkNanos(dice.nextInt(10_000_000));

            assertThat(lease.release().toCompletableFuture()).isCompleted();
            int before = told.get();

            awaitLaterAnswer(provider);
            assertThat(told).hasValue(before);
            lost += before;
        }
        assertThat(lost).as("losses among 200 rounds").isPositive();
    }

    /** What was to be told before has been told when this has. */
    private void awaitLaterAnswer(MemoryLeaseProvider provider) {
        Lease other = provider.lease("other", b, unusedReason -> {});
        assertThat(granted(other)).isPositive();
        giveBack(other);
    }

    @Test
    void its_thread_ends_when_nobody_holds_or_asks_any_more() {
        Lease lease = MemoryLeaseProvider.shared("threads", LONG).lease("x", a, unusedReason -> {});
        assertThat(granted(lease)).isPositive();
        assertThat(threads("threads")).isEqualTo(1);

        giveBack(lease);

        eventually("the thread ends", Duration.ofSeconds(20), () -> threads("threads") == 0);
    }

    @Test
    void an_attempt_beside_another_one_fails_and_disturbs_nothing() {
        Lease lease = MemoryLeaseProvider.shared("misuse", LONG).lease("x", a, unusedReason -> {});
        assertThat(granted(lease)).isPositive();

        assertThat(lease.acquire().toCompletableFuture().join())
                .isInstanceOfSatisfying(
                        Acquisition.Failed.class,
                        failed -> assertThat(failed.cause())
                                .hasMessageContaining("'x'")
                                .hasMessageContaining("release it first"));

        assertThat(lease.validUntil()).isPresent();
        lease.close();
    }

    @Test
    void a_ttl_out_of_bounds_is_refused_with_the_bounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryLeaseProvider.shared("x", Duration.ofMillis(99)))
                .withMessageContaining("'x'")
                .withMessageContaining("PT0.099S")
                .withMessageContaining("PT0.1S to PT1H");
    }

    private static void giveBack(Lease lease) {
        lease.release().toCompletableFuture().join();
        lease.close();
    }

    private static long granted(Lease lease) {
        return ((Acquisition.Granted) lease.acquire().toCompletableFuture().join()).fencingToken();
    }

    private static long threads(String arena) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("singleton-lease-memory-" + arena))
                .count();
    }
}
