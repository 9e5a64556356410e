package dev.singleton.node;

import static dev.singleton.testkit.Eventually.eventually;
import static dev.singleton.testkit.Stage.KEY;
import static dev.singleton.testkit.Stage.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.singleton.Proxy;
import dev.singleton.SingletonActor;
import dev.singleton.SingletonConfigurationException;
import dev.singleton.SingletonException;
import dev.singleton.SingletonKey;
import dev.singleton.SingletonOptions;
import dev.singleton.testkit.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Start, reference, stop: who hosts, and what the handle of each node does meanwhile. */
class StartAndStopTest {

    @Test
    void oneNodeHostsAndAnswers() {
        try (Stage stage = new Stage().join(1).awaitHost(1)) {
            assertThat(stage.ask(1, "a")).isEqualTo("a on 1");
            assertThat(stage.census.timeLine()).containsExactly("started on 1");
        }
    }

    @Test
    void messagesToldBeforeAnyHostExistsArriveInOrder() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            Proxy<String> early = stage.proxy(1);
            stage.cluster.joinStarting(2, builder -> builder);
            early.tell("a");
            Proxy<String> later = stage.start(1);
            later.tell("b");
            later.tell("c");
            stage.awaitHandled("c");
            assertThat(stage.handled()).containsExactly("a", "b", "c");
        }
    }

    @Test
    void messagesToldOnANodeThatIsNotUpYetWaitUntilItIs() {
        try (Stage stage = new Stage()) {
            SingletonNode one = stage.cluster.joinStarting(1, builder -> builder);
            Proxy<String> proxy = stage.start(1);
            List.of("a", "b", "c").forEach(proxy::tell);
            eventually("three wait", () -> one.status(KEY).orElseThrow().buffered() == 3);
            assertThat(one.ready()).isFalse();
            one.up();
            stage.awaitHandled("c");
            assertThat(stage.handled()).containsExactly("a", "b", "c");
            assertThat(one.ready()).isTrue();
        }
    }

    @Test
    void handlesOfTwoNodesReachTheSameInstance() {
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            assertThat(stage.ask(1, "a")).isEqualTo("a on 1");
            assertThat(stage.ask(2, "b")).isEqualTo("b on 1");
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    @Test
    void whenTheHostLeavesAnotherOneHosts() {
        try (Stage stage = new Stage().join(1, 2, 3).awaitHost(1, 2, 3)) {
            stage.cluster.leave(1);
            stage.awaitHost(2, 3);
            assertThat(stage.ask(3, "a")).isEqualTo("a on 2");
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.census.timeLine()).containsExactly("started on 1", "stopped on 1", "started on 2");
        }
    }

    @Test
    void theNodeWithTheRoleHostsWhereverItSorts() {
        for (int carrier : List.of(1, 2, 3)) {
            try (Stage stage = new Stage().with(options -> options.role("batch"))) {
                for (int number : List.of(1, 2, 3)) {
                    stage.joinWith(number, builder -> number == carrier ? builder.roles(List.of("batch")) : builder);
                    stage.start(number);
                }
                stage.awaitHost(carrier, 1, 2, 3);
                for (int number : List.of(1, 2, 3)) {
                    assertThat(stage.ask(number, "a")).isEqualTo("a on " + carrier);
                }
                assertThat(stage.census.births()).isEqualTo(1);
            }
        }
    }

    @Test
    void aRoleThatOnlyTheKeyStatesIsEnoughForANodeThatReferences() {
        SingletonKey<String> key = SingletonKey.of("greeter", String.class, "batch");
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            stage.joinWith(2, builder -> builder.roles(List.of("batch")));
            stage.node(2).start(key, stage.actor(2));
            Proxy<String> proxy = stage.node(1).ref(key);
            stage.awaitHost(2, 1);
            assertThat(reply(proxy.ask("a", String.class))).isEqualTo("a on 2");
        }
    }

    @Test
    void aNodeThatOnlyReferencesDoesNotKeepTheOthersFromHostingWhenItSaysThatItIsComplete() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder).declareComplete();
            Proxy<String> proxy = stage.proxy(1);
            stage.join(2).awaitHost(2, 1);
            assertThat(reply(proxy.ask("a", String.class))).isEqualTo("a on 2");
        }
    }

    @Test
    void startTwiceGivesTheSameHandleAndOtherSettingsAreRefusedByName() {
        try (Stage stage = new Stage().join(1)) {
            assertThat(stage.start(1)).isSameAs(stage.proxy(1));
            SingletonOptions other = SingletonOptions.builder()
                    .bufferSize(7)
                    .handOverTimeout(Duration.ofSeconds(3))
                    .build();
            assertThatThrownBy(() -> stage.node(1).start(KEY, stage.actor(1), other))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContainingAll("greeter", "buffer-size=1000", "buffer-size=7", "hand-over-timeout=PT3S");
            stage.awaitHost(1);
            assertThat(stage.census.births()).isEqualTo(1);
        }
    }

    @Test
    void aReferenceTakenBeforeTheStartIsTheSameObjectAndDeliversLocallyLater() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            Proxy<String> before = stage.proxy(1);
            assertThat(stage.node(1).isStarted(KEY)).isFalse();
            Proxy<String> after = stage.start(1);
            assertThat(after).isSameAs(before);
            assertThat(stage.node(1).isStarted(KEY)).isTrue();
            stage.awaitHost(1);
            assertThat(before.locallyOwned()).isTrue();
            assertThat(reply(before.ask("a", String.class))).isEqualTo("a on 1");
        }
    }

    @Test
    void twoNamesAreTwoSingletonsOfOneClass() {
        SingletonKey<String> second = SingletonKey.of("greeter-two", String.class);
        try (Stage stage = new Stage().join(1, 2).awaitHost(1, 2)) {
            stage.node(1).start(second, stage.actor(1));
            stage.node(2).start(second, stage.actor(2));
            assertThat(reply(stage.node(2).ref(second).ask("b", String.class))).isEqualTo("b on 1");
            assertThat(stage.ask(2, "a")).isEqualTo("a on 1");
            assertThat(stage.census.live()).isEqualTo(2);
            assertThat(stage.node(1).all()).hasSize(2);
        }
    }

    @Test
    void oneNameForTwoMessageTypesIsRefused() {
        try (Stage stage = new Stage().join(1)) {
            SingletonKey<Integer> other = SingletonKey.of("greeter", Integer.class);
            SingletonActor<Integer> actor = (message, context) -> {};
            assertThatThrownBy(() -> stage.node(1).start(other, () -> actor))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContainingAll("greeter", "java.lang.String", "java.lang.Integer");
            assertThatThrownBy(() -> stage.node(1).ref(other)).isInstanceOf(SingletonConfigurationException.class);
        }
    }

    @Test
    void aNodeStartedLateChangesTheHostOnlyWherePlacementSaysSo() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            stage.joinWith(2, builder -> builder);
            stage.joinWith(3, builder -> builder);
            stage.start(2);
            // Nobody has said that node 1 will never start it: messages for it would be refused, and nobody hosts.
            stage.node(1).declareComplete();
            stage.awaitHost(2, 3);
            stage.start(3);
            assertThat(stage.ask(3, "a")).isEqualTo("a on 2");
            stage.start(1);
            stage.awaitHost(1, 2, 3);
            assertThat(stage.census.peak()).isEqualTo(1);
            assertThat(stage.census.timeLine()).containsExactly("started on 2", "stopped on 2", "started on 1");
        }
    }

    @Test
    void aNodeWithStartFalseOnlyReferencesEvenWhenItHadReferencedBefore() {
        try (Stage stage = new Stage()) {
            stage.joinWith(1, builder -> builder);
            stage.proxy(1);
            stage.node(1)
                    .start(
                            KEY,
                            stage.actor(1),
                            stage.options().toBuilder().start(false).build());
            assertThat(stage.node(1).isStarted(KEY)).isFalse();
            stage.join(2).awaitHost(2, 1);
            assertThat(stage.ask(1, "a")).isEqualTo("a on 2");
        }
    }

    @Test
    void anUnknownLeaseProviderIsRefusedWithTheKnownOnes() {
        try (Stage stage = new Stage().with(options -> options.lease("zookeeper"))) {
            stage.joinWith(1, builder -> builder);
            assertThatThrownBy(() -> stage.start(1))
                    .isInstanceOf(SingletonConfigurationException.class)
                    .hasMessageContainingAll("greeter", "zookeeper", "none");
        }
    }

    @Test
    void aClosedNodeStartsAndReferencesNothing() {
        try (Stage stage = new Stage().join(1)) {
            SingletonNode one = stage.node(1);
            stage.cluster.leave(1);
            assertThatThrownBy(() -> one.start(KEY, stage.actor(1)))
                    .isInstanceOf(SingletonException.class)
                    .hasMessageContainingAll("greeter", "closed");
            assertThatThrownBy(() -> one.ref(KEY)).isInstanceOf(SingletonException.class);
        }
    }
}
