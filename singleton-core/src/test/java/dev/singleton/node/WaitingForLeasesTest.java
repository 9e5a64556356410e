package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.SingletonStatus;
import dev.singleton.lease.MemoryLeaseProvider;
import dev.singleton.spi.Lease;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.testkit.Stage;
import dev.singleton.testkit.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A node that is granted no leases yet, though it sorts first,")
class WaitingForLeasesTest {

    private final MemoryLeaseProvider leases =
            MemoryLeaseProvider.shared("late-" + UUID.randomUUID(), Duration.ofSeconds(2));
    private final NotYet notYet = new NotYet(leases);

    private Stage stage() {
        return new Stage().with(options -> options.lease("memory").acquireRetryInterval(Duration.ofMillis(100)));
    }

    private void joinGranted(Stage stage, int number) {
        stage.joinWith(number, builder -> builder.leaseProviders(List.of(leases)));
        stage.start(number);
    }

    private void joinNotYetGranted(Stage stage, int number) {
        joinNotYetGranted(stage, number, notYet);
    }

    private static void joinNotYetGranted(Stage stage, int number, NotYet itsLeases) {
        stage.joinWith(number, builder -> builder.leaseProviders(List.of(itsLeases)));
        stage.start(number);
    }

    @Test
    @DisplayName("leaves the singleton where it is, and takes it over with nothing lost once it is granted some")
    void waits() throws Exception {
        try (Stage stage = stage()) {
            joinGranted(stage, 2);
            stage.awaitHost(2);
            List<String> faults;
            try (Traffic traffic = Traffic.from(2, stage.proxy(2))) {
                joinNotYetGranted(stage, 1);
                eventually("it knows the host", () -> stage.proxy(1).owner().isPresent());
                traffic.awaitMore(200);
                assertThat(stage.census.births()).isEqualTo(1);
                assertThat(stage.node(1).isStarted(KEY)).isTrue();
                assertThat(stage.node(1).leases().get("memory").usable()).isFalse();
                notYet.grants = true;
                stage.awaitHost(1, 2);
                traffic.awaitMore(100);
                faults = traffic.faultsOf(stage);
            }
            assertThat(faults).isEmpty();
            assertThat(stage.census.peak()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("is ready to take it over when nobody else hosts it, and what it is told waits for the lease")
    void alone() throws Exception {
        try (Stage stage = stage()) {
            joinNotYetGranted(stage, 1);
            List<String> faults;
            try (Traffic traffic = Traffic.from(1, stage.proxy(1))) {
                eventually("it asks for the lease", () -> notYet.asked.get() > 1);
                assertThat(stage.census.births()).isZero();
                notYet.grants = true;
                stage.awaitHost(1);
                traffic.awaitMore(100);
                faults = traffic.faultsOf(stage);
            }
            assertThat(faults).isEmpty();
        }
    }

    @Test
    @DisplayName("asks for the lease all the same when the host is gone, for nobody else is left")
    void hostDies() {
        try (Stage stage = stage()) {
            joinGranted(stage, 2);
            stage.awaitHost(2);
            joinNotYetGranted(stage, 1);
            eventually("it knows the host", () -> stage.proxy(1).owner().isPresent());
            stage.cluster.terminate(2);
            eventually("it asks for the lease", () -> notYet.asked.get() > 0);
            notYet.grants = true;
            stage.awaitHost(1);
            assertThat(stage.census.births()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("and that is stopped meanwhile, does not start when it is granted some")
    void stopped() {
        try (Stage stage = stage()) {
            joinGranted(stage, 2);
            stage.awaitHost(2);
            joinNotYetGranted(stage, 1);
            Stage.reply(stage.node(1).stop(KEY));
            SingletonKey<String> other = SingletonKey.of("waits-beside-it", String.class);
            stage.node(1)
                    .start(
                            other,
                            () -> (message, context) -> {},
                            SingletonOptions.builder().lease("memory").build());
            notYet.grants = true;
            eventually(
                    "the other one, which has waited since later, has started",
                    () -> stage.node(1).status(other).orElseThrow().state() == SingletonStatus.State.HOSTING);
            assertThat(stage.census.births()).isEqualTo(1);
            stage.start(1);
            stage.awaitHost(1, 2);
        }
    }

    @Test
    @DisplayName("is answered by the host, from the first moment")
    void asks() {
        try (Stage stage = stage()) {
            stage.script.receive = (node, message, context) -> context.reply(message + " on " + node);
            joinGranted(stage, 2);
            stage.awaitHost(2);
            joinNotYetGranted(stage, 1);
            assertThat(stage.ask(1, "who")).isEqualTo("who on 2");
        }
    }

    @Test
    @DisplayName("is the successor of a host that leaves: what was told waits for it, and nothing is lost")
    void hostLeaves() throws Exception {
        try (Stage stage = stage()) {
            joinGranted(stage, 2);
            stage.awaitHost(2);
            joinNotYetGranted(stage, 1);
            List<String> faults;
            try (Traffic traffic = Traffic.from(1, stage.proxy(1))) {
                traffic.awaitMore(50);
                stage.proxy(2).tell("the last word of 2");
                CompletableFuture<Void> left = CompletableFuture.runAsync(() -> stage.cluster.leave(2));
                eventually("it asks for the lease", () -> notYet.asked.get() > 0);
                traffic.awaitMore(50);
                notYet.grants = true;
                Stage.reply(left);
                stage.awaitHost(1);
                faults = traffic.faultsOf(stage);
            }
            assertThat(faults).isEmpty();
            assertThat(stage.handled()).contains("the last word of 2");
            assertThat(stage.events(1).deadLetters()).isEmpty();
            assertThat(stage.events(2).deadLetters()).isEmpty();
        }
    }

    @Test
    @DisplayName("comes after another that is granted some, though nobody hosts: its settings may be wrong for ever")
    void othersComeFirst() {
        try (Stage stage = stage()) {
            joinNotYetGranted(stage, 1);
            eventually("it asks for the lease", () -> notYet.asked.get() > 0);
            joinGranted(stage, 2);
            stage.awaitHost(2);
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "is not the successor of a host that leaves, when another is granted some: nothing told meanwhile is lost")
    void hostLeavesToTheThird() throws Exception {
        try (Stage stage = stage()) {
            three(stage);
            List<String> faults;
            try (Traffic traffic = Traffic.from(3, stage.proxy(3))) {
                traffic.awaitMore(50);
                stage.cluster.leave(2);
                stage.awaitHost(3, 1);
                traffic.awaitMore(50);
                faults = traffic.faultsOf(stage);
            }
            assertThat(faults).isEmpty();
            assertThat(stage.census.births()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("is not the successor of a host that dies, when another is granted some")
    void hostDiesBesideTheThird() {
        try (Stage stage = stage()) {
            three(stage);
            stage.cluster.terminate(2);
            stage.awaitHost(3, 1);
        }
    }

    @Test
    @DisplayName("gets nothing out of a restart of the instance: it comes back where it was")
    void restarted() {
        try (Stage stage = stage()) {
            three(stage);
            Stage.reply(stage.node(3).restart(KEY));
            stage.awaitHost(2, 1, 3);
            assertThat(stage.census.births()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("gets nothing out of the death of the instance: it comes back where it was")
    void instanceDies() {
        try (Stage stage = stage()) {
            stage.script.receive = (node, message, context) -> {
                if (message.equals("stop")) {
                    context.stopSelf();
                }
            };
            three(stage);
            stage.proxy(3).tell("stop");
            eventually("another instance has started", () -> stage.census.births() == 2);
            stage.awaitHost(2, 1, 3);
        }
    }

    @Test
    @DisplayName("waits once more after a merge, when nothing is granted to its new identity yet")
    void merged() {
        try (Stage stage = stage()) {
            notYet.grants = true;
            joinNotYetGranted(stage, 1);
            joinGranted(stage, 2);
            joinGranted(stage, 3);
            stage.awaitHost(1, 2, 3);
            stage.cluster.split(1);
            notYet.grants = false;
            stage.cluster.merge(2, 1);
            stage.awaitHost(2, 1, 3);
            eventually("it knows the host", () -> stage.proxy(1).owner().isPresent());
            assertThat(stage.census.births()).isEqualTo(2);
            notYet.grants = true;
            stage.awaitHost(1, 2, 3);
        }
    }

    @Test
    @DisplayName("is not passed over when the arbiter begins to grant them to another a moment before")
    void clusterStarts() {
        try (Stage stage = stage()) {
            NotYet ofTheSecond = new NotYet(leases);
            joinNotYetGranted(stage, 1);
            joinNotYetGranted(stage, 2, ofTheSecond);
            eventually("it asks for the lease", () -> notYet.asked.get() > 0);
            // The first is granted some as soon as the second has seen that it is.
            ofTheSecond.seen = () -> notYet.grants = true;
            ofTheSecond.grants = true;
            stage.awaitHost(1, 2);
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    /** The second hosts, and the first, that is granted nothing, knows it. */
    private void three(Stage stage) {
        joinGranted(stage, 2);
        joinGranted(stage, 3);
        stage.awaitHost(2, 3);
        joinNotYetGranted(stage, 1);
        eventually("it knows the host", () -> stage.proxy(1).owner().isPresent());
    }

    /** Says that it grants nothing, until it does. */
    private static final class NotYet implements LeaseProvider {
        private final LeaseProvider real;
        private final AtomicInteger asked = new AtomicInteger();
        private volatile boolean grants;
        private volatile Runnable seen = () -> {};

        NotYet(LeaseProvider real) {
            this.real = real;
        }

        @Override
        public String name() {
            return real.name();
        }

        @Override
        public String arbiter() {
            return real.arbiter();
        }

        @Override
        public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
            Lease lease = real.lease(typeName, self, listener);
            return new Lease() {
                @Override
                public CompletionStage<Acquisition> acquire() {
                    asked.incrementAndGet();
                    return grants
                            ? lease.acquire()
                            : CompletableFuture.completedStage(
                                    new Acquisition.Failed(new IllegalStateException("not yet")));
                }

                @Override
                public CompletionStage<Void> release() {
                    return lease.release();
                }

                @Override
                public void lookAgain() {
                    lease.lookAgain();
                }

                @Override
                public OptionalLong validUntil() {
                    return lease.validUntil();
                }

                @Override
                public Duration longestAnswer() {
                    return lease.longestAnswer();
                }

                @Override
                public Condition condition() {
                    if (!grants) {
                        return new Condition(false, "not yet");
                    }
                    seen.run();
                    return lease.condition();
                }

                @Override
                public void close() {
                    lease.close();
                }
            };
        }
    }
}
