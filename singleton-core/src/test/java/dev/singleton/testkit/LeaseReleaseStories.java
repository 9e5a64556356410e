package dev.singleton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.spi.LeaseProvider;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The lease contract, third part: what is given back, and what is given up. */
abstract class LeaseReleaseStories extends LeaseLossStories {

    /** A provider that only lets it run out would pass the other stories too. A busy machine may be too slow once. */
    @Test
    void what_was_given_back_is_free_before_it_would_have_run_out() {
        Duration large = ttl().multipliedBy(20);
        LeaseProvider patient = arbiter.provider("a", large).orElseGet(() -> arbiter.provider("a"));
        boolean before = false;
        for (int round = 0; round < 5 && !before; round++) {
            Contender a = add(new Contender(arbiter, patient, "a", name + "-" + round));
            a.token();
            long wouldHaveLasted = a.validUntil().orElseThrow();

            a.release();

            Contender b = node("b").lease(name + "-" + round);
            before = b.askUntilGranted().at() - wouldHaveLasted < 0;
        }
        assertThat(before).as("granted to b before a's time was over").isTrue();
    }

    /** A node ends although its instance could not be stopped. */
    @Test
    void what_is_closed_while_it_is_held_runs_out_and_is_not_given_to_another_before() {
        Contender a = node("a").lease();
        a.token();
        long lasts = a.validUntil().orElseThrow();

        a.close();

        assertThat(node("b").lease().askUntilGranted().at() - lasts).isGreaterThanOrEqualTo(0);
    }

    @Test
    void releasing_what_is_not_held_does_nothing() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        b.release();
        a.token();

        b.release();

        assertThat(b.askOnce().granted()).isFalse();
        assertThat(a.holds()).isTrue();
        a.release();
        a.release();
        b.token();
    }

    @Test
    void a_release_that_the_arbiter_never_saw_fails_and_renewal_stops_all_the_same() {
        Contender a = node("a").lease();
        a.token();

        arbiter.cutOff("a");
        CompletableFuture<Void> release = a.askForRelease();
        assertThat(a.validUntil()).isEmpty();
        Throwable failure = a.await("the outcome of a release", release.handle((unusedNothing, thrown) -> thrown));
        arbiter.heal("a");

        assertThat(failure).as("the release was not seen by the arbiter").isNotNull();
        node("b").lease().askUntilGranted();
        assertThat(a.validUntil()).isEmpty();
        assertThat(a.losses()).isEmpty();
    }

    @Test
    void an_attempt_that_was_given_up_is_not_granted() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        a.token();

        CompletableFuture<Contender.Answer> attempt = b.ask();
        b.release();
        a.release();

        assertThat(b.await("the answer to the attempt that was given up", attempt)
                        .granted())
                .isFalse();
        node("c").lease().token();
        assertThat(b.validUntil()).isEmpty();
    }

    @Test
    void a_grant_that_crosses_with_its_giving_up_is_given_back() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();

        for (int round = 0; round < 25; round++) {
            Contender one = round % 2 == 0 ? a : b;
            CompletableFuture<Contender.Answer> attempt = one.ask();
            one.release();
            one.await("the answer to the attempt that was given up", attempt);
            assertThat(one.validUntil()).isEmpty();
        }

        node("c").lease().token();
        assertThat(a.losses()).isEmpty();
        assertThat(b.losses()).isEmpty();
    }

    @Test
    void an_attempt_given_up_while_cut_off_holds_nobody_back_for_ever() {
        Contender a = node("a").lease();

        arbiter.cutOff("a");
        CompletableFuture<Contender.Answer> attempt = a.ask();
        a.await("the outcome of giving up", a.askForRelease().exceptionally(unusedFailure -> null));
        arbiter.heal("a");

        assertThat(a.await("the answer to the attempt that was given up", attempt)
                        .granted())
                .isFalse();
        node("b").lease().token();
    }

    @Test
    void closing_ends_the_renewal_and_another_gets_it() {
        Contender a = node("a").lease();
        a.token();

        a.close();

        node("b").lease().askUntilGranted();
        assertThat(a.losses()).isEmpty();
    }
}
