package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.SingletonEvent;
import dev.singleton.SingletonEvent.InstanceStarted;
import dev.singleton.SingletonEvent.InstanceStopped;
import dev.singleton.SingletonEvent.OwnerChanged;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonStatus.State;
import dev.singleton.StopReason;
import dev.singleton.spi.SingletonExecutor;
import dev.singleton.testkit.EventLog;
import dev.singleton.testkit.Stage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What listeners and the status tell, and an executor that refuses. */
class EventsTest {

    @Test
    void theLifeOfAnInstanceIsToldInOrder() {
        try (Stage stage = new Stage().join(2).awaitHost(2)) {
            stage.joinWith(1, builder -> builder);
            stage.start(1);
            stage.awaitHost(1, 2);
            var one = Optional.of(stage.node(1).self());
            var two = Optional.of(stage.node(2).self());
            stage.events(2).await(3, OwnerChanged.class);
            stage.events(2).await(1, InstanceStopped.class);
            // The owner is gone from when the stop begins; its end is told by the instance.
            assertThat(stage.events(2).of(OwnerChanged.class))
                    .containsExactly(
                            new OwnerChanged(KEY, Optional.empty(), two),
                            new OwnerChanged(KEY, two, Optional.empty()),
                            new OwnerChanged(KEY, Optional.empty(), one));
            assertThat(stage.events(2).all())
                    .hasSize(5)
                    .containsSubsequence(
                            new InstanceStarted(KEY),
                            new OwnerChanged(KEY, Optional.empty(), two),
                            new InstanceStopped(KEY, StopReason.MOVED),
                            new OwnerChanged(KEY, Optional.empty(), one));
            assertThat(stage.node(2).status(KEY).orElseThrow().stats().ownerChanges())
                    .isEqualTo(3);
        }
    }

    @Test
    void aListenerThatThrowsHarmsNeitherTheOthersNorTheNextEvents() throws Exception {
        for (Throwable thrown : List.of(new IllegalStateException("no"), new AssertionError("no"))) {
            try (Stage stage = new Stage()) {
                stage.joinWith(1, builder -> builder);
                AtomicInteger times = new AtomicInteger();
                Consumer<SingletonEvent> bad = event -> {
                    times.incrementAndGet();
                    if (thrown instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) thrown;
                };
                AutoCloseable subscription = stage.node(1).subscribe(bad);
                EventLog behind = new EventLog(stage.node(1));
                stage.start(1);
                stage.awaitHost(1);
                behind.await(1, OwnerChanged.class);
                assertThat(behind.all()).hasSize(2);
                assertThat(times).hasValue(2);
                subscription.close();
                stage.cluster.leave(1);
                behind.await(1, InstanceStopped.class);
                assertThat(times).hasValue(2);
            }
        }
    }

    @Test
    void aListenerThatBlocksStopsNothingButTheTelling() {
        try (Stage stage = new Stage()) {
            CountDownLatch blocked = new CountDownLatch(1);
            stage.joinWith(1, builder -> builder);
            AutoCloseable unused = stage.node(1).subscribe(event -> {
                try {
                    blocked.await();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            });
            stage.start(1);
            stage.awaitHost(1);
            assertThat(stage.ask(1, "a")).isEqualTo("a on 1");
            blocked.countDown();
        }
    }

    @Test
    void aListenerMayCallTheNode() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            List<Object> answers = new CopyOnWriteArrayList<>();
            AutoCloseable unused = stage.node(1).subscribe(event -> {
                if (event instanceof InstanceStarted) {
                    stage.start(1);
                    answers.add(stage.ask(1, "from a listener"));
                    SingletonKey<String> other = SingletonKey.of("other", String.class);
                    answers.add(stage.node(1).ref(other).key().typeName());
                }
            });
            stage.start(1);
            eventually("it has answers", () -> answers.size() == 2);
            assertThat(answers).containsExactly("from a listener on 1", "other");
        }
    }

    @Test
    void anExecutorThatRefusesWorkDoesNotStopTheSingleton() {
        SingletonExecutor refusing = task -> {
            throw new RejectedExecutionException("the container shuts down");
        };
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder.executor(refusing));
            stage.joinWith(2, builder -> builder.executor(refusing));
            stage.start(1);
            stage.start(2);
            stage.awaitHost(1, 2);
            assertThat(stage.ask(1, "a")).isEqualTo("a on 1");
            assertThat(stage.ask(2, "b")).isEqualTo("b on 1");
            stage.cluster.leave(1);
            stage.awaitHost(2);
            assertThat(stage.ask(2, "c")).isEqualTo("c on 2");
        }
    }

    @Test
    void anExecutorThatRunsOnTheCallersThreadDoesNotDeadlock() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder.executor(Runnable::run));
            stage.joinWith(2, builder -> builder);
            stage.start(1);
            stage.start(2);
            stage.awaitHost(1, 2);
            assertThat(stage.ask(2, "a")).isEqualTo("a on 1");
        }
    }

    @Test
    void theStatusOfHostAndStandby() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            stage.ask(2, "a");
            stage.proxy(2).tell("b");
            stage.awaitHandled("b");
            var host = stage.node(1).status(KEY).orElseThrow();
            assertThat(host.state()).isEqualTo(State.HOSTING);
            assertThat(host.locallyOwned()).isTrue();
            assertThat(host.owner()).contains(stage.node(1).self());
            assertThat(host.handOverInProgress()).isFalse();
            assertThat(host.fencingToken()).isEmpty();
            assertThat(host.stats().tells() + host.stats().asks()).isZero();
            var standby = stage.node(2).status(KEY).orElseThrow();
            assertThat(standby.state()).isEqualTo(State.STANDBY);
            assertThat(standby.locallyOwned()).isFalse();
            assertThat(standby.owner()).contains(stage.node(1).self());
            assertThat(standby.stats().tells()).isEqualTo(1);
            assertThat(standby.stats().asks()).isEqualTo(1);
            assertThat(standby.stats().activations()).isZero();
            stage.joinWith(3, builder -> builder);
            stage.proxy(3);
            eventually("node 3 knows the owner", () -> stage.proxy(3).owner().isPresent());
            assertThat(stage.node(3).status(KEY).orElseThrow().state()).isEqualTo(State.REF);
            assertThat(stage.node(3).all())
                    .extracting(status -> status.key().typeName())
                    .containsExactly("greeter");
        }
    }
}
