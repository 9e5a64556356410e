package dev.singleton.testkit;

import static dev.singleton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.singleton.spi.LeaseProvider;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The lease contract, second part: how a holder loses it, and that no other has it before. */
abstract class LeaseLossStories extends LeaseStories {

    @Test
    void who_is_cut_off_from_the_arbiter_loses_by_its_own_clock_before_another_gets_it() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        a.token();

        arbiter.cutOff("a");
        Watch watch = new Watch(a);
        Contender.Answer granted = b.askUntilGranted();

        assertThat(granted.at() - watch.lastValidUntil())
                .as("from the end of a's time to b's grant")
                .isPositive();
        assertThat(granted.at() - a.awaitLoss().at())
                .as("from the loss told to a to b's grant")
                .isPositive();
        assertThat(a.holds()).isFalse();
    }

    @Test
    void a_node_that_stands_still_is_not_renewed_and_loses_before_another_gets_it() {
        Contender a = node("a").lease();
        Contender b = node("b").lease();
        a.token();

        a.standStill();
        Watch watch = new Watch(a);
        Contender.Answer granted = b.askUntilGranted();

        assertThat(granted.at() - watch.lastValidUntil())
                .as("from the end of a's time to b's grant")
                .isPositive();
        assertThat(granted.at() - a.awaitLoss().at())
                .as("from the loss told to a to b's grant")
                .isPositive();
    }

    @Test
    void what_was_lost_is_had_again_with_a_larger_token_when_the_way_is_healed() {
        Contender a = node("a").lease();
        long before = a.token();
        arbiter.cutOff("a");
        a.awaitLoss();

        arbiter.heal("a");

        assertThat(a.token()).isGreaterThan(before);
        assertThat(a.holds()).isTrue();
        assertThat(a.losses()).hasSize(1);
    }

    @Test
    void a_loss_is_told_once_however_long_the_node_stays_cut_off() {
        Contender a = node("a").lease();
        a.token();

        arbiter.cutOff("a");
        a.awaitLoss();
        letPass(ttl());
        arbiter.heal("a");
        node("b").lease().askUntilGranted();

        assertThat(a.losses()).hasSize(1);
        assertThat(a.validUntil()).isEmpty();
    }

    @Test
    void one_failed_renewal_does_not_lose_what_still_has_time() {
        Contender a = node("a").lease();
        a.token();
        long period = renewalPeriod(a);
        long before = a.validUntil().orElseThrow();

        arbiter.cutOff("a");
        letPass(Duration.ofNanos(period + period / 2));
        arbiter.heal("a");

        eventually(
                "the lease is renewed again",
                ttl().plusSeconds(10),
                () -> a.validUntil().orElse(before) > before + period);
        assertThat(a.losses()).isEmpty();
    }

    /** From one step of the deadline to the next one. */
    private long renewalPeriod(Contender holder) {
        long first = nextStep(holder);
        return nextStep(holder) - first;
    }

    private long nextStep(Contender holder) {
        long before = holder.validUntil().orElseThrow();
        eventually(
                "the lease is renewed",
                ttl().plusSeconds(10),
                () -> holder.validUntil().orElseThrow() != before);
        return holder.validUntil().orElseThrow();
    }

    @Test
    void a_holder_with_a_larger_ttl_is_not_stolen_from() {
        Duration large = ttl().multipliedBy(3);
        Optional<LeaseProvider> patient = arbiter.provider("a", large);
        assumeThat(patient)
                .as("this arbiter has one ttl for all nodes: a larger one at one node is not played")
                .isPresent();
        Contender a = add(new Contender(arbiter, patient.orElseThrow(), "a", name));
        Contender b = node("b").lease();
        a.token();

        // Without a sign of life for longer than b's own ttl.
        arbiter.cutOff("a");
        Watch watch = new Watch(a);
        letPass(ttl());
        assertThat(a.holds()).isTrue();

        assertThat(b.askUntilGranted().at() - watch.lastValidUntil())
                .as("from the end of a's time to b's grant")
                .isPositive();
    }

    @Test
    void who_was_usurped_is_told_once() {
        assumeUsurping();
        Contender a = node("a").lease();
        a.token();

        arbiter.usurp(name);
        a.awaitLoss();
        assertThat(a.holds()).isFalse();
        letPass(ttl());

        assertThat(a.losses()).hasSize(1);
        assertThat(a.validUntil()).isEmpty();
    }

    @Test
    void the_token_after_a_usurpation_is_larger_still() {
        assumeUsurping();
        Contender a = node("a").lease();
        long before = a.token();

        arbiter.usurp(name);
        a.awaitLoss();

        assertThat(node("b").lease().token()).isGreaterThan(before);
    }

    @Test
    void no_loss_is_told_after_a_release_that_the_arbiter_never_saw() {
        Contender a = node("a").lease();
        a.token();

        arbiter.cutOff("a");
        a.await("the failure of a release", a.askForRelease().exceptionally(unusedFailure -> null));
        int toldBefore = a.losses().size();
        letPass(ttl().plus(ttl()));

        assertThat(a.losses()).hasSize(toldBefore);
    }

    @Test
    void no_loss_is_told_to_one_who_was_usurped_and_has_released() {
        assumeUsurping();
        Contender a = node("a").lease();
        a.token();

        arbiter.usurp(name);
        a.await("a release", a.askForRelease().exceptionally(unusedFailure -> null));
        int toldBefore = a.losses().size();
        letPass(ttl());

        assertThat(a.losses()).hasSize(toldBefore);
    }

    private void assumeUsurping() {
        assumeThat(arbiter.canUsurp())
                .as("nobody can usurp a lease at this arbiter: what follows is not played")
                .isTrue();
    }

    /** Looks at a holder's time all the while, on a thread of its own. */
    private static final class Watch {
        private final Contender holder;
        private final Thread thread = new Thread(this::look, "watch");
        private volatile long last;

        Watch(Contender holder) {
            this.holder = holder;
            this.last = holder.validUntil().orElseThrow();
            thread.setDaemon(true);
            thread.start();
        }

        private void look() {
            while (holder.validUntil().isPresent()) {
                holder.validUntil().ifPresent(until -> last = until);
                letPass(Duration.ofMillis(2));
            }
        }

        long lastValidUntil() {
            eventually("the holder no longer holds", () -> !holder.holds());
            return last;
        }
    }
}
