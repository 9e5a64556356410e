package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.NodeId;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.StopReason;
import dev.singleton.lease.MemoryLeaseProvider;
import dev.singleton.spi.Lease;
import dev.singleton.spi.LeaseProvider;
import dev.singleton.testkit.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A lease provider")
class LeaseProviderTest {

    @Test
    @DisplayName("that is unknown is refused at start, and the known ones are named")
    void unknown() {
        try (Stage stage = new Stage().with(options -> options.lease("zookeeper"))) {
            stage.joinWith(1, builder -> builder);
            assertThatThrownBy(() -> stage.start(1))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContainingAll("greeter", "zookeeper", "none", "memory");
        }
    }

    @Test
    @DisplayName("that cannot give leases here is refused at start, and a start without it still works")
    void unusable() {
        try (Stage stage = new Stage().with(options -> options.lease("broken"))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(new Broken())));
            assertThatThrownBy(() -> stage.start(1))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContaining("not here");
            assertThat(stage.node(1).isStarted(KEY)).isFalse();
            stage.node(1).start(KEY, stage.actor(1), SingletonOptions.defaults());
            stage.awaitHost(1);
        }
    }

    @Test
    @DisplayName("that fails on every call is asked again and again, and nothing starts")
    void failing() {
        Failing failing = new Failing();
        try (Stage stage =
                new Stage().with(options -> options.lease("failing").acquireRetryInterval(Duration.ofMillis(20)))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(failing)));
            stage.start(1);
            eventually("it is asked again", () -> failing.asked.get() > 3);
            assertThat(stage.census.births()).isZero();
            assertThat(stage.node(1).leases()).containsKey("failing");
            assertThat(stage.log.warnings("not granted", "boom")).hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "that answers with nothing, that throws, and that throws again on close, neither strands the node nor keeps"
                    + " it from ending")
    void careless() {
        Careless careless = new Careless();
        try (Stage stage =
                new Stage().with(options -> options.lease("careless").acquireRetryInterval(Duration.ofMillis(20)))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(careless)));
            stage.start(1);
            eventually("it is asked again", () -> careless.asked.get() > 3);
            assertThat(stage.log.warnings("careless", "nothing")).isNotEmpty();
            careless.grants = true;
            stage.awaitHost(1);
            // Else it would be granted, and lost, again and again.
            careless.grants = false;
            careless.fails = true;
            assertThat(stage.events(1).await(1, SingletonEvent.InstanceStopped.class))
                    .extracting(SingletonEvent.InstanceStopped::reason)
                    .containsExactly(StopReason.LEASE_LOST);
        }
        assertThat(careless.asked.get()).isPositive();
    }

    @Test
    @DisplayName("that asks another arbiter on another node disagrees with it, for there could be two holders")
    void twoArbiters() {
        try (Stage stage = new Stage().with(options -> options.lease("memory"))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(arena("one"))));
            stage.joinWith(2, builder -> builder.leaseProviders(List.of(arena("two"))));
            stage.start(1);
            stage.start(2);
            assertThat(stage.events(1).await(1, SingletonEvent.Incompatible.class))
                    .extracting(SingletonEvent.Incompatible::difference)
                    .allSatisfy(difference -> assertThat(difference).contains("lease", "one", "two"));
        }
    }

    private static MemoryLeaseProvider arena(String name) {
        return MemoryLeaseProvider.shared(name, Duration.ofSeconds(2));
    }

    @Test
    @DisplayName("that is found in META-INF/services is one for all singletons of a node")
    void oneForAll() {
        LeaseProviders providers = new LeaseProviders(List.of());
        Set<LeaseProvider> found = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 3; i++) {
            found.add(providers.named("memory", SingletonKey.of("s" + i, String.class)));
        }
        assertThat(found).hasSize(1);
    }

    @Test
    @DisplayName("is attended by each node that uses it, also by one that only references, until that leaves")
    void attended() {
        AtomicInteger present = new AtomicInteger();
        LeaseProvider counting = new LeaseProvider() {
            @Override
            public String name() {
                return "counting";
            }

            @Override
            public AutoCloseable attend(NodeId self) {
                present.incrementAndGet();
                return present::decrementAndGet;
            }

            @Override
            public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
                return arena("attended").lease(typeName, self, listener);
            }
        };
        try (Stage stage = new Stage().with(options -> options.lease("counting").start(false))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(counting)));
            stage.start(1);
            stage.with(options -> options.start(true));
            stage.joinWith(2, builder -> builder.leaseProviders(List.of(counting)));
            stage.start(2);
            stage.awaitHost(2, 1);
            assertThat(present).hasValue(2);
        }
        assertThat(present).hasValue(0);
    }

    @Test
    @DisplayName("that cannot be had does not keep a node from referencing")
    void referencing() {
        try (Stage stage = new Stage().with(options -> options.lease("broken").start(false))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(new Broken())));
            stage.start(1);
            assertThat(stage.log.warnings("only references", "broken", "not here"))
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("has a condition while a singleton that needs its leases is started, and not after it was stopped")
    void condition() {
        try (Stage stage = new Stage().with(options -> options.lease("memory"))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(arena("condition"))));
            stage.start(1);
            assertThat(stage.node(1).leases()).containsOnlyKeys("memory");
            Stage.reply(stage.node(1).stop(KEY));
            assertThat(stage.node(1).leases()).isEqualTo(Map.of());
        }
    }

    @Test
    @DisplayName("that is named anew after a stop gives the next lease; the earlier one's has gone back")
    void changed() {
        MemoryLeaseProvider first = arena("first");
        MemoryLeaseProvider second = arena("second");
        try (Stage stage = new Stage().with(options -> options.lease("memory"))) {
            stage.joinWith(1, builder -> builder.leaseProviders(List.of(first, named("other", second))));
            stage.start(1);
            stage.awaitHost(1);
            Stage.reply(stage.node(1).stop(KEY));
            stage.with(options -> options.lease("other"));
            stage.start(1);
            stage.awaitHost(1);
            assertThat(stage.node(1).leases()).containsOnlyKeys("other");
            assertThat(stage.events(1).of(SingletonEvent.LeaseAcquired.class)).hasSize(2);
        }
    }

    private static LeaseProvider named(String name, LeaseProvider like) {
        return new LeaseProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
                return like.lease(typeName, self, listener);
            }
        };
    }

    private static final class Broken implements LeaseProvider {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
            throw new SingletonConfigurationException("Leases are not here to be had");
        }

        @Override
        public AutoCloseable attend(NodeId self) {
            throw new SingletonConfigurationException("Leases are not here to be had");
        }
    }

    /** Breaks the contract in every way that does not need a thread. */
    private static final class Careless implements LeaseProvider, Lease {
        private final AtomicInteger asked = new AtomicInteger();
        private volatile boolean grants;
        private volatile boolean fails;

        @Override
        public String name() {
            return "careless";
        }

        @Override
        public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
            return this;
        }

        @Override
        public CompletionStage<Acquisition> acquire() {
            asked.incrementAndGet();
            return CompletableFuture.completedStage(grants ? new Acquisition.Granted(asked.get()) : null);
        }

        @Override
        public CompletionStage<Void> release() {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public OptionalLong validUntil() {
            if (fails) {
                throw new IllegalStateException("boom");
            }
            return OptionalLong.of(System.nanoTime() + Duration.ofMinutes(1).toNanos());
        }

        @Override
        public void close() {
            throw new IllegalStateException("boom");
        }
    }

    /** Breaks the contract in the way that is most often met: it throws where it should answer. */
    private static final class Failing implements LeaseProvider, Lease {
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public Lease lease(String typeName, NodeId self, Lease.Listener listener) {
            return this;
        }

        @Override
        public CompletionStage<Acquisition> acquire() {
            asked.incrementAndGet();
            throw new IllegalStateException("boom");
        }

        @Override
        public CompletionStage<Void> release() {
            throw new IllegalStateException("boom");
        }

        @Override
        public OptionalLong validUntil() {
            return OptionalLong.empty();
        }
    }
}
