package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.singleton.NodeId;
import dev.singleton.SingletonEvent;
import dev.singleton.SingletonStatus;
import dev.singleton.SingletonStatus.LeaseState;
import dev.singleton.StopReason;
import dev.singleton.lease.MemoryLeaseProvider;
import dev.singleton.spi.Lease;
import dev.singleton.spi.Lease.Acquisition;
import dev.singleton.testkit.Stage;
import dev.singleton.testkit.Traffic;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Under a lease")
class LeaseTest {

    private static final Duration TTL = Duration.ofSeconds(2);
    private static final NodeId STRANGER =
            new NodeId(new UUID(9, 9), InetSocketAddress.createUnresolved("stranger", 5701));

    private final MemoryLeaseProvider leases = MemoryLeaseProvider.shared("story-" + UUID.randomUUID(), TTL);
    private final List<Long> tokens = Collections.synchronizedList(new ArrayList<>());

    private Stage stage() {
        Stage stage = new Stage().with(options -> options.lease("memory").acquireRetryInterval(Duration.ofMillis(100)));
        stage.script.preStart =
                (node, context) -> tokens.add(context.fencingToken().orElseThrow());
        return stage;
    }

    private void join(Stage stage, int... numbers) {
        for (int number : numbers) {
            stage.joinWith(number, builder -> builder.leaseProviders(List.of(leases)));
            stage.start(number);
        }
    }

    private static SingletonStatus status(Stage stage, int node) {
        return stage.node(node).status(KEY).orElseThrow();
    }

    private Lease ofStranger() {
        return leases.lease(KEY.typeName(), STRANGER, reason -> {});
    }

    private static Acquisition acquired(Lease lease) {
        return Stage.reply(lease.acquire());
    }

    @Test
    @DisplayName("a planned move loses, repeats and reorders nothing, has one instance, and its token is larger")
    void plannedMove() throws Exception {
        try (Stage stage = stage()) {
            join(stage, 3);
            stage.awaitHost(3);
            join(stage, 2);
            stage.awaitHost(2, 3);
            List<String> faults;
            try (Traffic traffic = Traffic.from(3, stage.proxy(3))) {
                traffic.awaitMore(100);
                join(stage, 1);
                stage.awaitHost(1, 2, 3);
                traffic.awaitMore(100);
                stage.cluster.leave(1);
                stage.awaitHost(2, 3);
                traffic.awaitMore(100);
                faults = traffic.faultsOf(stage);
            }
            assertThat(faults).isEmpty();
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(tokens)
                    .as("of 3, which came first, then 2, 1 and 2")
                    .hasSize(4)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(stage.events(2).await(2, SingletonEvent.LeaseAcquired.class))
                    .extracting(SingletonEvent.LeaseAcquired::token)
                    .containsExactly(tokens.get(1), tokens.get(3));
            assertThat(status(stage, 2).lease()).isEqualTo(LeaseState.HELD);
            assertThat(status(stage, 2).fencingToken()).hasValue(tokens.get(3));
            assertThat(status(stage, 2).stats().leaseAcquisitions()).isEqualTo(2);
            assertThat(status(stage, 3).lease()).isEqualTo(LeaseState.RELEASED);
        }
    }

    @Test
    @DisplayName("nothing starts while somebody else holds it, and what was told waits; after the release it hosts")
    void heldElsewhere() {
        Lease stranger = ofStranger();
        assertThat(acquired(stranger)).isInstanceOf(Acquisition.Granted.class);
        try (Stage stage = stage()) {
            join(stage, 1);
            stage.proxy(1).tell("a");
            eventually(
                    "it asks and is refused",
                    () -> !stage.log
                            .warnings("greeter", "not granted", "stranger")
                            .isEmpty());
            assertThat(stage.census.births()).isZero();
            assertThat(status(stage, 1).lease()).isEqualTo(LeaseState.ACQUIRING);
            Stage.reply(stranger.release());
            stage.awaitHandled("a");
            assertThat(stage.log.warnings("not granted")).as("said once").hasSize(1);
        } finally {
            stranger.close();
        }
    }

    @Test
    @DisplayName(
            "an instance whose lease was taken away handles the message in hand and no other, and stops; the rest is"
                    + " handled in order by the next one, under a larger token")
    void usurped() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        try (Stage stage = stage()) {
            stage.script.receive = (node, message, context) -> {
                seen.add(message + context.leaseValid());
                if (message.equals("1")) {
                    busy.countDown();
                    go.await();
                    seen.add("then " + context.leaseValid()
                            + context.leaseRemaining().orElseThrow());
                }
            };
            stage.script.postStop =
                    (node, context) -> seen.add(context.stopReason().orElseThrow() + " " + context.leaseValid());
            join(stage, 1);
            List.of("1", "2", "3").forEach(stage.proxy(1)::tell);
            busy.await();
            leases.arena().usurp(KEY.typeName());
            stage.events(1).await(1, SingletonEvent.LeaseLost.class);
            go.countDown();
            stage.awaitHandled("3");
            assertThat(seen).containsExactly("1true", "then falsePT0S", "LEASE_LOST false", "2true", "3true");
            assertThat(tokens).hasSize(2).isSorted().doesNotHaveDuplicates();
            assertThat(status(stage, 1).stats().losses()).isEqualTo(1);
            assertThat(stage.events(1).of(SingletonEvent.InstanceStopped.class))
                    .extracting(SingletonEvent.InstanceStopped::reason)
                    .containsExactly(StopReason.LEASE_LOST);
        }
    }

    @Test
    @DisplayName("a holder that is cut off from the arbiter stops before another could hold it; healed, it hosts again")
    void cutOff() {
        try (Stage stage = stage()) {
            join(stage, 1);
            stage.awaitHost(1);
            leases.arena().cutOff(stage.node(1).self());
            stage.events(1).await(1, SingletonEvent.InstanceStopped.class);
            assertThat(stage.census.live()).isZero();
            stage.proxy(1).tell("a");
            Lease stranger = ofStranger();
            assertThat(acquired(stranger)).isInstanceOf(Acquisition.Granted.class);
            assertThat(stage.census.live()).isZero();
            Stage.reply(stranger.release());
            stranger.close();
            leases.arena().heal(stage.node(1).self());
            stage.awaitHandled("a");
        }
    }

    @Test
    @DisplayName("a node that leaves, opts out or is latched by a death gives it back at once")
    void givenBack() {
        try (Stage stage = stage().with(options -> options.restartOnTermination(false))) {
            stage.script.receive = (node, message, context) -> context.stopSelf();
            join(stage, 1, 2, 3);
            stage.awaitHost(1, 2, 3);
            stage.cluster.leave(1);
            stage.awaitHost(2, 3);
            Stage.reply(stage.node(2).stop(KEY));
            stage.awaitHost(3);
            stage.proxy(3).tell("die");
            eventually("3 is out", () -> status(stage, 3).state() == SingletonStatus.State.OUT);
            Lease stranger = ofStranger();
            assertThat(acquired(stranger)).isInstanceOf(Acquisition.Granted.class);
            Stage.reply(stranger.release());
            stranger.close();
            assertThat(status(stage, 3).lease()).isEqualTo(LeaseState.RELEASED);
            assertThat(stage.census.peak()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("it is held from before preStart until after postStop")
    void fromStartToEnd() {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        try (Stage stage = stage()) {
            stage.script.preStart = (node, context) -> seen.add("preStart " + context.leaseValid());
            stage.script.postStop = (node, context) -> seen.add("postStop " + context.leaseValid());
            join(stage, 1);
            stage.awaitHost(1);
            Stage.reply(stage.node(1).restart(KEY));
            Stage.reply(stage.node(1).stop(KEY));
        }
        assertThat(seen).containsExactly("preStart true", "postStop true", "preStart true", "postStop true");
    }

    @Test
    @DisplayName(
            "what waits for an instance that lost its lease and does not end goes back to its sender with that reason")
    void abandoned() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Stage stage = stage().with(options -> options.handOverTimeout(Duration.ofMillis(500)))) {
            stage.script.receive = (node, message, context) -> {
                busy.countDown();
                go.await();
            };
            join(stage, 1);
            stage.awaitHost(1);
            stage.joinWith(2, builder -> builder.leaseProviders(List.of(leases)));
            stage.node(2)
                    .start(
                            KEY,
                            stage.actor(2),
                            stage.options().toBuilder().start(false).build());
            List.of("1", "2", "3").forEach(stage.proxy(2)::tell);
            busy.await();
            eventually("all are accepted", () -> status(stage, 2).buffered() == 0);
            leases.arena().usurp(KEY.typeName());
            stage.events(1).await(1, SingletonEvent.LeaseLost.class);
            stage.cluster.leave(1);
            stage.events(2).await(2, SingletonEvent.DeadLetter.class);
            assertThat(stage.events(2).all())
                    .filteredOn(SingletonEvent.DeadLetter.class::isInstance)
                    .extracting(letter -> ((SingletonEvent.DeadLetter) letter).message() + " "
                            + ((SingletonEvent.DeadLetter) letter).reason())
                    .containsExactlyInAnyOrder("2 LEASE_LOST", "3 LEASE_LOST");
            go.countDown();
        }
    }

    @Test
    @DisplayName("an instance that dies is followed by one with a lease of its own")
    void death() {
        try (Stage stage = stage()) {
            stage.script.receive = (node, message, context) -> {
                if (message.equals("die")) {
                    context.stopSelf();
                }
            };
            join(stage, 1);
            List.of("die", "1", "2").forEach(stage.proxy(1)::tell);
            stage.awaitHandled("2");
            assertThat(stage.handled()).containsExactly("die", "1", "2");
            assertThat(tokens).hasSize(2).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("without one, there is no token and no end")
    void none() {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        try (Stage stage = new Stage()) {
            stage.script.preStart = (node, context) ->
                    seen.add(context.fencingToken() + " " + context.leaseValid() + " " + context.leaseRemaining());
            stage.join(1).awaitHost(1);
            assertThat(status(stage, 1).lease()).isEqualTo(LeaseState.NONE);
            assertThat(stage.node(1).leases()).isEmpty();
        }
        assertThat(seen).containsExactly(OptionalLong.empty() + " true " + Optional.empty());
    }
}
